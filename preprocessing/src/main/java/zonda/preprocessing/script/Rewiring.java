package zonda.preprocessing.script;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Lets compiled scripts call [Guards] where Rhino would call its own runtime. Only the constant
/// pool
/// of the class changes (The Java Virtual Machine Specification, section 4.4): the class that links
/// dynamic calls is renamed to [Links], and `for in` is a method of [Guards]; the code stays.
final class Rewiring {
    private static final int UTF8 = 1;
    private static final int INTEGER = 3;
    private static final int FLOAT = 4;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int DYNAMIC = 17;
    private static final int INVOKE_DYNAMIC = 18;

    private static final String RHINO_LINKS = "org/mozilla/javascript/optimizer/Bootstrapper";
    private static final String RHINO_RUNTIME = "org/mozilla/javascript/ScriptRuntime";
    private static final String GUARDED_METHOD = "enumInit";
    private static final String SCRIPT_EXCEPTION = "org/mozilla/javascript/RhinoException";
    private static final String CLEAN_UP = "exitActivationFunction";
    private static final int ASTORE = 0x3a;
    private static final int INVOKE_STATIC = 0xb8;
    private static final String CODE = "Code";

    private record Entry(int tag, byte[] bytes, int first, int second) {
        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private Rewiring() {}

    /// @param classFile as Rhino made it
    static byte[] rewired(byte[] classFile) {
        try {
            return rewire(classFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] rewire(byte[] classFile) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + 128);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(in.readInt());
        out.writeInt(in.readInt());
        List<Entry> pool = read(in);
        int guardsName = pool.size();
        pool.add(utf8(nameOf(Guards.class)));
        int guards = pool.size();
        pool.add(new Entry(CLASS, new byte[0], guardsName, 0));
        for (int i = 1; i < guardsName; i++) {
            pool.set(i, rewired(pool, pool.get(i), guards));
        }
        int exceptionName = pool.size();
        pool.add(utf8(SCRIPT_EXCEPTION));
        int exception = pool.size();
        pool.add(new Entry(CLASS, new byte[0], exceptionName, 0));
        write(pool, out);
        byte[] rest = in.readAllBytes();
        narrowHandlers(ByteBuffer.wrap(rest), pool, exception);
        out.write(rest);
        return bytes.toByteArray();
    }

    /// @param rest of the class, behind its constant pool; changed in place
    private static void narrowHandlers(ByteBuffer rest, List<Entry> pool, int exception) {
        rest.position(6);
        skip(rest, 2 * Short.toUnsignedInt(rest.getShort()));
        for (int kind = 0; kind < 2; kind++) {
            int members = Short.toUnsignedInt(rest.getShort());
            for (int i = 0; i < members; i++) {
                skip(rest, 6);
                narrowHandlersOfMember(rest, pool, exception);
            }
        }
    }

    private static void narrowHandlersOfMember(ByteBuffer rest, List<Entry> pool, int exception) {
        int attributes = Short.toUnsignedInt(rest.getShort());
        for (int i = 0; i < attributes; i++) {
            String name = pool.get(Short.toUnsignedInt(rest.getShort())).text();
            int length = rest.getInt();
            int end = rest.position() + length;
            if (name.equals(CODE)) {
                skip(rest, 4);
                int codeLength = rest.getInt();
                int code = rest.position();
                skip(rest, codeLength);
                int handlers = Short.toUnsignedInt(rest.getShort());
                for (int handler = 0; handler < handlers; handler++) {
                    skip(rest, 4);
                    int at = code + Short.toUnsignedInt(rest.getShort());
                    if (rest.getShort(rest.position()) == 0 && !isCleanUp(rest, at, pool)) {
                        rest.putShort(rest.position(), (short) exception);
                    }
                    skip(rest, 2);
                }
            }
            rest.position(end);
        }
    }

    /// Whether a handler is Rhino's own, at the end of each function: it keeps the exception (in
    /// two
    /// bytes or one), pushes the context and takes the function off Rhino's stack.
    private static boolean isCleanUp(ByteBuffer rest, int at, List<Entry> pool) {
        int call = Byte.toUnsignedInt(rest.get(at)) == ASTORE ? at + 3 : at + 2;
        if (call + 2 >= rest.limit() || Byte.toUnsignedInt(rest.get(call)) != INVOKE_STATIC) {
            return false;
        }
        Entry method = pool.get(Short.toUnsignedInt(rest.getShort(call + 1)));
        return pool.get(pool.get(method.second()).first()).text().equals(CLEAN_UP);
    }

    private static void skip(ByteBuffer buffer, int bytes) {
        buffer.position(buffer.position() + bytes);
    }

    private static Entry rewired(List<Entry> pool, Entry entry, int guards) {
        if (entry.tag() == UTF8 && entry.text().equals(RHINO_LINKS)) {
            return utf8(nameOf(Links.class));
        }
        if (entry.tag() == METHOD
                && pool.get(pool.get(entry.first()).first()).text().equals(RHINO_RUNTIME)
                && pool.get(pool.get(entry.second()).first()).text().equals(GUARDED_METHOD)) {
            return new Entry(METHOD, entry.bytes(), guards, entry.second());
        }
        return entry;
    }

    private static String nameOf(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static Entry utf8(String text) {
        return new Entry(UTF8, text.getBytes(StandardCharsets.UTF_8), 0, 0);
    }

    private static List<Entry> read(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        List<Entry> pool = new ArrayList<>(count + 2);
        Entry nothing = new Entry(0, new byte[0], 0, 0);
        pool.add(nothing);
        while (pool.size() < count) {
            int tag = in.readUnsignedByte();
            pool.add(
                    switch (tag) {
                        case UTF8 -> new Entry(tag, in.readNBytes(in.readUnsignedShort()), 0, 0);
                        case INTEGER, FLOAT -> new Entry(tag, in.readNBytes(4), 0, 0);
                        case LONG, DOUBLE -> new Entry(tag, in.readNBytes(8), 0, 0);
                        case CLASS, STRING, METHOD_TYPE -> new Entry(tag, new byte[0], in.readUnsignedShort(), 0);
                        case FIELD, METHOD, INTERFACE_METHOD, NAME_AND_TYPE, DYNAMIC, INVOKE_DYNAMIC ->
                            new Entry(tag, new byte[0], in.readUnsignedShort(), in.readUnsignedShort());
                        case METHOD_HANDLE ->
                            new Entry(tag, new byte[0], in.readUnsignedByte(), in.readUnsignedShort());
                        default -> throw new IOException("constant of kind " + tag + " in a compiled script");
                    });
            if (tag == LONG || tag == DOUBLE) {
                pool.add(nothing);
            }
        }
        return pool;
    }

    private static void write(List<Entry> pool, DataOutputStream out) throws IOException {
        out.writeShort(pool.size());
        for (Entry entry : pool) {
            switch (entry.tag()) {
                case 0 -> {}
                case UTF8 -> {
                    out.writeByte(UTF8);
                    out.writeShort(entry.bytes().length);
                    out.write(entry.bytes());
                }
                case INTEGER, FLOAT, LONG, DOUBLE -> {
                    out.writeByte(entry.tag());
                    out.write(entry.bytes());
                }
                case CLASS, STRING, METHOD_TYPE -> {
                    out.writeByte(entry.tag());
                    out.writeShort(entry.first());
                }
                case METHOD_HANDLE -> {
                    out.writeByte(entry.tag());
                    out.writeByte(entry.first());
                    out.writeShort(entry.second());
                }
                default -> {
                    out.writeByte(entry.tag());
                    out.writeShort(entry.first());
                    out.writeShort(entry.second());
                }
            }
        }
    }
}
