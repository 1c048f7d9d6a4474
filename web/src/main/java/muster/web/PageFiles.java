package muster.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the page is made of: files within the jar. */
final class PageFiles {
    private static final Map<String, String> TYPES = Map.of(
            "html",
            "text/html; charset=utf-8",
            "js",
            "text/javascript; charset=utf-8",
            "css",
            "text/css",
            "svg",
            "image/svg+xml");
    private static final Map<String, String> FILES = Map.of(
            "/", "index.html",
            "/page.js", "page.js",
            "/operations.js", "operations.js",
            "/charts.js", "charts.js",
            "/page.css", "page.css",
            "/icon.svg", "icon.svg",
            "/uPlot.js", "uplot/uPlot.iife.min.js",
            "/uPlot.css", "uplot/uPlot.min.css");

    private final String pageToken;

    PageFiles(String pageToken) {
        this.pageToken = pageToken;
    }

    /** Null if there is no such file. */
    @Nullable
    HttpResponse find(String path) throws IOException {
        String name = FILES.get(path);
        if (name == null) {
            return null;
        }
        byte[] bytes = read(name);
        if (path.equals("/")) {
            bytes = new String(bytes, StandardCharsets.UTF_8)
                    .replace("{{page-token}}", pageToken)
                    .getBytes(StandardCharsets.UTF_8);
        }
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        return new HttpResponse(200, Objects.requireNonNull(type), bytes);
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }
}
