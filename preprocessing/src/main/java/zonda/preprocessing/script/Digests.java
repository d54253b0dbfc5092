package zonda.preprocessing.script;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.Undefined;
import org.mozilla.javascript.typedarrays.NativeArrayBuffer;
import org.mozilla.javascript.typedarrays.NativeArrayBufferView;

/// `atob`, `btoa`, `md5`, `sha256`, `hmac` and `sign`: of texts as UTF-8, or of the bytes of a
/// typed
/// array.
final class Digests {
    private Digests() {}

    /// The bytes of an argument.
    ///
    /// @param which for messages: `the second parameter`
    static byte[] bytes(Object value, String which, Gauge gauge) {
        if (value == null || Undefined.isUndefined(value)) {
            throw ScriptRuntime.typeError(which + " is missing");
        }
        if (value instanceof NativeArrayBuffer buffer) {
            gauge.reserve(buffer.getLength());
            return Arrays.copyOf(buffer.getBuffer(), buffer.getLength());
        }
        if (value instanceof NativeArrayBufferView view) {
            gauge.reserve(view.getByteLength());
            return Arrays.copyOfRange(
                    view.getBuffer().getBuffer(), view.getByteOffset(), view.getByteOffset() + view.getByteLength());
        }
        String text = ScriptRuntime.toString(value);
        gauge.step(text.length());
        gauge.reserve(8L * text.length());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String encodeBase64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /// Characters that are none of the alphabet are skipped, as Zabbix does. Bytes that are no
    /// UTF-8
    /// become one character each.
    static String decodeBase64(String text) {
        byte[] bytes = Base64.getMimeDecoder().decode(whole(text));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /// The characters of the alphabet up to the padding, without a last one that says nothing.
    private static String whole(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length() && text.charAt(i) != '='; i++) {
            char c = text.charAt(i);
            if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/') {
                kept.append(c);
            }
        }
        if (kept.length() % 4 == 1) {
            kept.setLength(kept.length() - 1);
        }
        return kept.toString();
    }

    static String digest(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// @param kind `md5` or `sha256`
    static String hmac(Object kind, byte[] key, byte[] text) {
        String algorithm = switch (ScriptRuntime.toString(kind)) {
            case "md5" -> "HmacMD5";
            case "sha256" -> "HmacSHA256";
            default ->
                throw ScriptRuntime.typeError(
                        "the hash function '" + ScriptRuntime.toString(kind) + "', wanted 'md5' or 'sha256'");
        };
        try {
            Mac mac = Mac.getInstance(algorithm);
            // The JDK takes no empty key; one zero byte is the same key (RFC 2104, section 2).
            mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, algorithm));
            return HexFormat.of().formatHex(mac.doFinal(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// RSA with SHA-256, as hexadecimal digits.
    ///
    /// @param key of PKCS #8 or PKCS #1 in PEM, where line breaks may be written as `\n`
    static String sign(Object kind, String key, byte[] data) {
        if (!ScriptRuntime.toString(kind).equals("sha256")) {
            throw ScriptRuntime.typeError("the hash function '" + ScriptRuntime.toString(kind) + "', wanted 'sha256'");
        }
        if (key.isEmpty() || data.length == 0) {
            throw ScriptRuntime.typeError((key.isEmpty() ? "the key" : "the data") + " is empty");
        }
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(privateKey(key.replace("\\n", "\n")));
            signature.update(data);
            return HexFormat.of().formatHex(signature.sign());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw ScriptRuntime.typeError("cannot sign: " + e.getMessage());
        }
    }

    private static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        boolean isRsaOnly = pem.contains("BEGIN RSA PRIVATE KEY");
        String body = pem.replaceAll("-----(BEGIN|END)[^-]*-----", "");
        byte[] der = Base64.getMimeDecoder().decode(body);
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(isRsaOnly ? wrapped(der) : der));
    }

    /// A PKCS #1 key in PKCS #8's wrapping (RFC 5208, section 5).
    private static byte[] wrapped(byte[] rsaKey) {
        byte[] algorithm = HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");
        byte[] octets = tagged(0x04, rsaKey);
        byte[] content = Arrays.copyOf(algorithm, algorithm.length + octets.length);
        System.arraycopy(octets, 0, content, algorithm.length, octets.length);
        return tagged(0x30, content);
    }

    private static byte[] tagged(int tag, byte[] content) {
        byte[] length = content.length < 128
                ? new byte[] {(byte) content.length}
                : new byte[] {
                    (byte) 0x83, (byte) (content.length >> 16), (byte) (content.length >> 8), (byte) content.length
                };
        ByteBuffer all = ByteBuffer.allocate(1 + length.length + content.length);
        return all.put((byte) tag).put(length).put(content).array();
    }

    /// Whether something is a text, and not a number or nothing at all.
    static boolean isText(Object value) {
        return value instanceof CharSequence
                || (value instanceof Scriptable object && object.getClassName().equals("String"));
    }
}
