package zonda.preprocessing.script;

import java.util.Locale;
import java.util.TimeZone;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ContextFactory;
import org.mozilla.javascript.GeneratedClassLoader;

/// Makes contexts that count, and loads what they compile. Any thread.
final class ScriptContextFactory extends ContextFactory {
    @Override
    protected boolean hasFeature(Context context, int feature) {
        return switch (feature) {
            case Context.FEATURE_E4X,
                    Context.FEATURE_ENHANCED_JAVA_ACCESS,
                    Context.FEATURE_PARENT_PROTO_PROPERTIES,
                    Context.FEATURE_V8_EXTENSIONS -> false;
            case Context.FEATURE_RESERVED_KEYWORD_AS_IDENTIFIER -> true;
            default -> super.hasFeature(context, feature);
        };
    }

    @Override
    protected void observeInstructionCount(Context context, int instructions) {
        ScriptContext.gaugeOf(context).step(instructions);
    }

    @Override
    protected GeneratedClassLoader createClassLoader(ClassLoader parent) {
        return new Loader(ScriptContextFactory.class.getClassLoader());
    }

    /// A context for one thread. Whoever enters it leaves it.
    ScriptContext newContext(Gauge gauge, TimeZone zone) {
        ScriptContext context = new ScriptContext(this, gauge);
        context.setLanguageVersion(Context.VERSION_ES6);
        context.setGenerateObserverCount(true);
        context.setClassShutter(name -> false);
        context.setTimeZone(zone);
        context.setLocale(Locale.ROOT);
        return context;
    }

    /// One for each script: when the script goes, its classes go.
    private static final class Loader extends ClassLoader implements GeneratedClassLoader {
        Loader(ClassLoader parent) {
            super(parent);
        }

        @Override
        public Class<?> defineClass(String name, byte[] bytes) {
            if (Context.getCurrentContext() instanceof ScriptContext own) {
                own.definedClass();
            }
            byte[] rewired = Rewiring.rewired(bytes);
            return super.defineClass(name, rewired, 0, rewired.length);
        }

        @Override
        public void linkClass(Class<?> type) {
            resolveClass(type);
        }
    }
}
