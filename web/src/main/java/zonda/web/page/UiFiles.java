package zonda.web.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/// The page's files on the class path, in `zonda/web/ui`, as the UI's build leaves them there. Any
/// thread.
public final class UiFiles {
    private static final Pattern NAME = Pattern.compile("(assets/)?[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+");
    private static final String FOLDER = "/zonda/web/ui/";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "json", "application/json",
            "md", "text/plain; charset=utf-8",
            "woff2", "font/woff2");

    private final Map<String, File> files = new ConcurrentHashMap<>();

    /// A file of the page.
    ///
    /// @param bytes its content, never changed
    /// @param gzip its content compressed; empty where that does not make it smaller
    /// @param type for the `Content-Type` header
    /// @param lasting whether its name changes with its content, so that browsers may keep it
    public record File(byte[] bytes, byte[] gzip, String type, boolean lasting) {}

    /// The file of a path below `/`. Paths without a dot are places within the page and get its
    /// `index.html`; empty when there is no such file.
    public Optional<File> file(String path) {
        String name = path.indexOf('.') < 0 ? "index.html" : path;
        File known = files.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        try (InputStream in = UiFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                return Optional.empty();
            }
            String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
            byte[] bytes = in.readAllBytes();
            File file = new File(bytes, gzip(bytes), type, name.startsWith("assets/"));
            files.put(name, file);
            return Optional.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the page's file " + name, e);
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.size() < bytes.length ? out.toByteArray() : new byte[0];
    }
}
