package muster.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, on a telephone and on a wide screen; left out where no Chromium is installed. */
@Tag("slow")
@Tag("thorough")
class ChromiumTest {
    private static final String FRAME = """
            <body style="margin:0"><iframe src="page.html" style="border:0;width:WIDTHpx;height:900px"></iframe><script>
            onload = () => {
              const page = document.querySelector('iframe').contentDocument;
              page.querySelectorAll('details').forEach(details => details.open = true);
              page.querySelectorAll('.level').forEach(level => level.style.display = 'block');
              const shown = [...page.querySelectorAll('figure svg[role=img]')];
              const overlaps = shown.filter(svg => {
                const labels = [...svg.querySelectorAll('text')].map(t => t.getBoundingClientRect()).filter(b => b.width > 0);
                return labels.some((a, i) => labels.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1
                  && a.top < b.bottom - 3 && b.top < a.bottom - 3));
              });
              const paths = shown.filter(svg => ![...svg.querySelectorAll('path,rect,circle')].some(p => p.getBBox().width > 0));
              document.title = 'plots ' + shown.length + ' beyond the edge ' + (page.documentElement.scrollWidth - page.documentElement.clientWidth)
                + ' overlapping [' + overlaps.map(svg => svg.ariaLabel) + '] empty [' + paths.map(svg => svg.ariaLabel) + ']';
            }
            </script>""";

    @TempDir
    private Path folder;

    @Test
    void the_page_fits_a_telephone_and_a_wide_screen_and_no_label_lies_on_another() throws Exception {
        String browser = browser();
        assumeThat(browser)
                .as("no chromium is installed: the page was not looked at in a browser")
                .isNotEmpty();
        try (Store store = Store.open(folder.resolve("run.db"))) {
            new SampleRun("browser", 1, 8, 2, 300, 1).sweep(store, 2);
        }
        try (Query query = Query.open(folder.resolve("run.db"))) {
            Files.writeString(
                    folder.resolve("page.html"), RunReport.read(query, 1).html());
        }
        for (int width : List.of(380, 1280)) {
            assertThat(title(browser, width)).isEqualTo("plots 74 beyond the edge 0 overlapping [] empty []");
        }
    }

    private String title(String browser, int width) throws Exception {
        Path frame = Files.writeString(
                folder.resolve("frame" + width + ".html"), FRAME.replace("WIDTH", String.valueOf(width)));
        Path dom = folder.resolve("dom" + width);
        List<String> command = new ArrayList<>(List.of(
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--allow-file-access-from-files",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=1300,1000",
                "--dump-dom",
                frame.toUri().toString()));
        Process process = new ProcessBuilder(command)
                .redirectOutput(dom.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        assertThat(ended).isTrue();
        String text = Files.readString(dom, StandardCharsets.UTF_8);
        return text.contains("<title>") ? text.substring(text.indexOf("<title>") + 7, text.indexOf("</title>")) : text;
    }

    private static String browser() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .flatMap(path -> Stream.of(Path.of(path, "chromium"), Path.of(path, "chromium-browser")))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse("");
    }
}
