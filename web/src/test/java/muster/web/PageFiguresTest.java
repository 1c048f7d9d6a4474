package muster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import muster.text.Quantity;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's own script writes durations as {@link Quantity} does. */
class PageFiguresTest {
    private static final Path NODE = Path.of("/usr/bin/node");

    @TempDir
    private Path folder;

    @Test
    void the_page_writes_a_duration_as_every_command_does() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(NODE), "node is not installed");
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        List<Long> values = LongStream.concat(
                        LongStream.of(0, 1, 999, 999_400, 999_500, 999_900, 9_995_000, 999_950_000, 1_234_000_000_000L),
                        new Random(seed).doubles(2_000, 0, 12).mapToLong(power -> (long) Math.pow(10, power)))
                .boxed()
                .toList();
        assertThat(written(values))
                .containsExactlyElementsOf(values.stream()
                        .map(ns -> Quantity.duration((double) ns))
                        .toList());
    }

    @Test
    void the_page_writes_a_measured_figure_as_every_command_does() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(NODE), "node is not installed");
        List<Double> values = new Random(1)
                .doubles(2_000, 0, 11)
                .mapToObj(power -> Math.pow(10, power))
                .toList();
        String script = page("charts.js");
        String function = script.substring(script.indexOf("function figureText"), script.indexOf("function line("));
        assertThat(run(function + values + ".forEach((value) => console.log(figureText(value)));\n"))
                .containsExactlyElementsOf(values.stream().map(Quantity::figure).toList());
    }

    @Test
    void dates_are_those_of_iso_8601_and_response_and_service_are_one_chart_where_they_are_one_time() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(NODE), "node is not installed");
        String script = page("charts.js");
        String functions = script.substring(script.indexOf("function dateText"), script.indexOf("/* A second without"));
        String row =
                "{ service_p50_ns: 100, service_p99_ns: 200, service_max_ns: 300, response_p50_ns: %d, response_p99_ns: 201,"
                        + " response_max_ns: 300 }";
        assertThat(run("process.env.TZ = 'UTC';\n" + functions + "console.log(dateText(1700000000.25));\n"
                        + "console.log(clockText(1700000000));\n"
                        + "console.log(isOneTime([" + row.formatted(100) + "]));\n"
                        + "console.log(isOneTime([" + row.formatted(100) + "," + row.formatted(150) + "]));\n"))
                .containsExactly("2023-11-14 22:13:20", "22:13:20", "true", "false");
    }

    /** A second function of a name takes the place of the first, in whichever script it is: the list of workers was lost that way. */
    @Test
    void no_function_of_the_page_has_the_name_of_another() throws IOException {
        String all = page("charts.js") + page("page.js") + page("operations.js");
        assertThat(Pattern.compile("(?m)^(?:async )?function (\\w+)")
                        .matcher(all)
                        .results()
                        .map(found -> found.group(1)))
                .hasSizeGreaterThan(20)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_step_of_a_search_for_a_limit_that_missed_its_bound_is_no_failure() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(NODE), "node is not installed");
        String script = page("page.js");
        String functions = script.substring(script.indexOf("const VERDICTS"), script.indexOf("async function past"))
                + script.substring(script.indexOf("function thresholds"), script.indexOf("function pastRow"));
        assertThat(run(functions + "[0, 1].forEach((searches) =>"
                        + " console.log(thresholds({ thresholds: \"missed\", searches }).join(\" \")));\n"))
                .containsExactly("missed bad", "missed open");
    }

    private List<String> written(List<Long> values) throws IOException, InterruptedException {
        String script = page("charts.js");
        String functions = script.substring(script.indexOf("function timeText"), script.indexOf("function numberText"));
        String numbers = values.stream().map(String::valueOf).collect(Collectors.joining(","));
        return run("const NS_IN_S = 1e9;\n" + functions + "[" + numbers
                + "].forEach((ns) => console.log(timeText(ns)));\n");
    }

    private List<String> run(String text) throws IOException, InterruptedException {
        Path program = Files.writeString(folder.resolve("page.js"), text);
        Path out = folder.resolve("out");
        Process node = new ProcessBuilder(NODE.toString(), program.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(node.waitFor()).as(Files.readString(out)).isZero();
        return Files.readAllLines(out);
    }

    private static String page(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(WebPage.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
