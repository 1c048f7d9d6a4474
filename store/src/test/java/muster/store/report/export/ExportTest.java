package muster.store.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.model.PhaseAt;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.report.export.Export.Format;
import muster.store.table.Row;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
    private static final long MOST_ROWS = 1_000_000;
    private static final String NAME = "a \"quoted\", name\nof two lines";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void aRun() {
        file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            SampleRun.small(NAME).write(store);
        }
    }

    @Test
    void the_histogram_log_reads_back_with_the_samples_and_percentiles_of_each_tag() throws IOException {
        Map<String, Histogram> byTag = new HashMap<>();
        HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(bytes(Format.HLOG)));
        long last = 0;
        for (EncodableHistogram next = reader.nextIntervalHistogram();
                next != null;
                next = reader.nextIntervalHistogram()) {
            byTag.computeIfAbsent(next.getTag(), tag -> new Histogram(1, 3_600_000_000_000L, 3))
                    .add((Histogram) next);
            assertThat(next.getStartTimeStamp()).isGreaterThanOrEqualTo(last);
            last = next.getStartTimeStamp();
        }
        assertThat(reader.getStartTimeSec())
                .isEqualTo(SampleRun.START / 1e9, org.assertj.core.api.Assertions.within(0.001));
        List<Row> expected = rows("SELECT * FROM operation_summary");
        assertThat(expected).hasSize(12);
        for (Row row : expected) {
            Histogram read = byTag.get(row.text("operation") + "/" + row.text("timing") + "/ok");
            assertThat(read.getTotalCount()).isEqualTo(row.whole("samples"));
            assertThat(read.getValueAtPercentile(99)).isEqualTo(row.whole("p99_ns"));
        }
        assertThat(byTag).hasSize(16).containsKey("post/response/a_\"quoted\"_name_of_two_lines_timeout");
    }

    @Test
    void csv_has_a_row_a_second_and_operation() throws IOException {
        List<String> lines = text(Format.CSV).lines().toList();
        long intervals = rows("SELECT * FROM interval_summary").size();
        assertThat(lines.getFirst())
                .startsWith("run_id,run,step,trial,phase,parameters_json,clients,rate_per_s,unix_second,");
        assertThat(lines.stream().filter(line -> line.contains(",measure,{}"))).hasSize((int) intervals);
        assertThat(text(Format.CSV)).contains("1,\"a \"\"quoted\"\", name\nof two lines\",1,1,measure");
    }

    @Test
    void json_is_one_object_with_all_of_the_run() throws IOException {
        String json = text(Format.JSON);
        try (Query query = Query.open(file)) {
            List<Row> keys = Row.of(query.table(
                    "SELECT key, CASE type WHEN 'array' THEN json_array_length(value) END AS n FROM json_each(?)",
                    List.of(json)));
            assertThat(keys.stream().map(row -> row.text("key")))
                    .containsExactly(
                            "format",
                            "version",
                            "run",
                            "summary",
                            "plan",
                            "phases",
                            "workers",
                            "steps",
                            "operations",
                            "stages",
                            "outcomes",
                            "jmeter",
                            "checks",
                            "coverage",
                            "environment",
                            "intervals",
                            "samples");
            assertThat(keys.stream().skip(2)).allMatch(row -> row.whole("n") > 0);
            Row name = Row.of(query.table("SELECT ? ->> '$.run[0].name' AS name", List.of(json)))
                    .getFirst();
            assertThat(name.text("name")).isEqualTo(NAME);
        }
    }

    @Test
    void openmetrics_keeps_the_rules_of_its_format() throws IOException {
        String text = text(Format.OPENMETRICS);
        assertThat(text).endsWith("\n# EOF\n");
        Set<String> seen = new HashSet<>();
        String family = "";
        for (String line : text.substring(0, text.length() - 6).split("\n", -1)) {
            Matcher sample = SAMPLE.matcher(line);
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ", -1)[2];
                assertThat(seen.add(family))
                        .as("a family comes once: " + family)
                        .isTrue();
            } else if (!line.startsWith("# ") && !line.isEmpty()) {
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(sample.group(1)).matches(family + "(_total|_count|_sum)?");
                assertThat(seen.add(sample.group(1) + sample.group(2)))
                        .as("a sample comes once: " + line)
                        .isTrue();
            }
        }
        assertThat(text)
                .contains("# UNIT muster_latency_seconds seconds", "name=\"a \\\"quoted\\\", name\\nof two lines\"");
        Row post = rows("SELECT * FROM operation_summary WHERE operation = 'post' AND timing = 'response'")
                .getFirst();
        assertThat(text)
                .containsPattern("operation=\"post\".*timing=\"response\",.*quantile=\"0.99\"} "
                        + Pattern.quote(String.valueOf(post.number("p99_ns") / 1e9)));
    }

    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\]|\\\\[\"\\\\n])*\",?)*}) -?[0-9.E-]+( [0-9.]+)?");

    @Test
    void a_running_phase_is_reported_as_from_its_file() throws IOException {
        Map<String, String> labels = new java.util.LinkedHashMap<>();
        labels.put("run", "1");
        labels.put("name", NAME);
        labels.put("target", "noop");
        labels.put("workload", "graphity");
        labels.put("step", "1");
        labels.put("trial", "1");
        labels.put("phase", "measure");
        String live;
        try (Store store = Store.open(file)) {
            var aggregate = store.phases().aggregate(new PhaseAt(1, 1, 1, "measure"));
            live = OpenMetrics.text(List.of(PhaseMetrics.live(labels, aggregate)), List.of());
        }
        assertThat(rounded(live)).containsExactlyInAnyOrderElementsOf(rounded(text(Format.OPENMETRICS)));
    }

    /** Without time stamps, and sums to nine digits, for the order of adding differs. */
    private static List<String> rounded(String text) {
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            Matcher sample = Pattern.compile("(.*} )([^ ]+).*").matcher(line);
            lines.add(
                    sample.matches() ? sample.group(1) + "%.9g".formatted(Double.parseDouble(sample.group(2))) : line);
        }
        return lines;
    }

    @Test
    void jtl_has_a_row_a_sample_whose_elapsed_times_are_those_of_the_buckets() throws IOException {
        String text = text(Format.JTL);
        assertThat(text)
                .startsWith("timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,");
        List<Row> jmeter = rows("SELECT * FROM jmeter_summary WHERE label = 'post'");
        List<String> post = text.lines().filter(line -> line.contains(",post,")).toList();
        assertThat(post).hasSize((int) jmeter.getFirst().whole("samples"));
        double average = post.stream()
                .mapToLong(line -> Long.parseLong(line.split(",", -1)[1]))
                .average()
                .orElse(0);
        assertThat(average)
                .isEqualTo(jmeter.getFirst().number("average_ms"), org.assertj.core.api.Assertions.within(0.05));
        assertThat(post.stream().filter(line -> line.contains(",ok,ok,"))).allMatch(line -> line.contains(",true,"));
        assertThat(post.stream().filter(line -> !line.contains(",ok,ok,"))).isNotEmpty();
        long startMs = SampleRun.START / 1_000_000;
        assertThat(post).allSatisfy(line -> {
            String[] cells = line.split(",", -1);
            long endMs = Long.parseLong(cells[0]) + Long.parseLong(cells[1]);
            assertThat(endMs).isBetween(startMs, startMs + 20_000);
        });
    }

    @Test
    void jtl_stops_at_the_most_rows_and_says_so() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Query query = Query.open(file)) {
            String note = Export.write(query, 1, Format.JTL, 500, out);
            assertThat(note).startsWith("wrote the first 500 of 7,676 samples");
        }
        assertThat(out.toString(StandardCharsets.UTF_8).split("\r\n", -1)).hasSize(502);
    }

    private String text(Format format) throws IOException {
        return new String(bytes(format), StandardCharsets.UTF_8);
    }

    private byte[] bytes(Format format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Query query = Query.open(file)) {
            assertThat(Export.write(query, 1, format, MOST_ROWS, out)).isEmpty();
        }
        return out.toByteArray();
    }

    private List<Row> rows(String sql) {
        try (Query query = Query.open(file)) {
            return Row.of(query.table(sql));
        }
    }
}
