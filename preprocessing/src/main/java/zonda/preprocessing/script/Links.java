package zonda.preprocessing.script;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.optimizer.Bootstrapper;

/// Links the dynamic calls of compiled scripts: `+` to [Guards], all else as Rhino does. Public for
/// the classes of compiled scripts only, which have a loader of their own.
public final class Links {
    private static final String ADD = "MATH:ADD";

    private Links() {}

    /// The bootstrap method, as the JVM calls it.
    public static CallSite bootstrap(MethodHandles.Lookup lookup, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        if (!name.equals(ADD)) {
            return Bootstrapper.bootstrap(lookup, name, type);
        }
        MethodHandle add = MethodHandles.lookup()
                .findStatic(
                        Guards.class,
                        "add",
                        MethodType.methodType(Object.class, Object.class, Object.class, Context.class));
        return new ConstantCallSite(add.asType(type));
    }
}
