package muster.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.model.Series;
import muster.report.export.Export;
import muster.store.file.Given;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run in which operations ended in every way that there is: wherever they are counted, the counts add up. */
class OutcomeViewsTest {
    private static final List<String> OUTCOMES =
            List.of("ok", "absent", "duplicate", "unknown", "aborted", "Timeout", "wrongAnswer");

    @TempDir
    private Path folder;

    @BeforeEach
    void write() {
        try (Store store = Store.open(file())) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 2, -1);
            for (int second = 0; second < 2; second++) {
                long startNs = second == 0 ? Given.START : (Given.START / Given.SECOND + 1) * Given.SECOND;
                Given.commit(
                        store,
                        List.of(Given.report(at, 1, second + 1, startNs, series(), Given.range(56L * second, 56))),
                        List.of());
            }
            store.phases().end(Given.end(at, Given.START + 2 * Given.SECOND, 112));
            store.runs().end(new RunEnd(at.runId(), "complete", Given.START, "valid", "none", 0, ""));
        }
    }

    private Path file() {
        return folder.resolve("run.db");
    }

    /** Of two operations, one more of each outcome than of the one before: 1 ok, 2 absent, and so on; and one transaction. */
    private static List<Series> series() {
        Stream<Series> all = Stream.of("post", "follow")
                .flatMap(operation -> OUTCOMES.stream().flatMap(outcome -> some(operation, outcome).stream()));
        return Stream.concat(all, Given.both("transaction", "ok", Given.histogram(9_000_000)).stream())
                .toList();
    }

    private static List<Series> some(String operation, String outcome) {
        long[] values = LongStream.rangeClosed(0, OUTCOMES.indexOf(outcome))
                .map(i -> 1_000_000 + i)
                .toArray();
        return Given.both(operation, outcome, Given.histogram(values));
    }

    private List<Row> rows(String sql) {
        try (Query query = Query.open(file())) {
            return Row.of(query.table(sql));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "run_summary, '', 112",
        "step_summary, '', 112",
        "sweep_summary, '', 112",
        "operation_summary, \"WHERE timing = 'service' AND operation <> 'transaction'\", 112",
        "operation_summary, \"WHERE timing = 'response' AND operation <> 'transaction'\", 112",
        "interval_summary, \"WHERE operation <> 'transaction' AND operations > 0\", 112"
    })
    void operations_are_ok_errors_and_others(String view, String where, long operations) {
        List<Row> rows = rows("SELECT * FROM " + view + " " + where.replace("\"", ""));
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.whole("operations")).isEqualTo(row.counts().operations());
            assertThat(row.whole("operations"))
                    .isEqualTo(row.counts().ok() + row.whole("errors") + row.whole("others"));
            assertThat(row.whole("others")).isEqualTo(row.whole("absent") + row.whole("duplicate"));
            assertThat(row.whole("unknown")).isPositive();
            assertThat(row.whole("errors")).isGreaterThan(row.whole("unknown") + row.whole("aborted"));
        });
        assertThat(rows.stream().mapToLong(row -> row.whole("operations")).sum())
                .isEqualTo(operations);
    }

    @Test
    void each_outcome_has_its_kind_and_throughput_is_ok() {
        assertThat(rows(
                        "SELECT kind, sum(count) AS n FROM outcome_summary WHERE operation <> 'transaction' GROUP BY kind"
                                + " ORDER BY kind"))
                .extracting(row -> row.text("kind") + " " + row.text("n"))
                .containsExactly("error 88", "ok 4", "other 20");
        for (String view : List.of("run_summary", "step_summary", "sweep_summary")) {
            assertThat(rows("SELECT throughput_per_s AS t FROM " + view)
                            .getFirst()
                            .number("t"))
                    .as(view)
                    .isEqualTo(2);
        }
        assertThat(rows("SELECT sum(throughput_per_s) AS t FROM operation_summary WHERE timing = 'service'"
                                + " AND operation <> 'transaction'")
                        .getFirst()
                        .number("t"))
                .isEqualTo(2);
    }

    @Test
    void the_report_shows_what_is_absent_and_duplicate_in_columns_that_a_run_without_has_not() {
        try (Query query = Query.open(file())) {
            assertThat(RunReport.read(query, 1).html())
                    .contains(">absent</th>", ">duplicate</th>", "<dd>8 (7.14 %)</dd>")
                    .contains("operations = ok + errors + absent + duplicate");
        }
        try (Store store = Store.open(folder.resolve("ok.db"))) {
            new SampleRun("ok", 1, 3, 1, 10, 1).write(store);
        }
        try (Query query = Query.open(folder.resolve("ok.db"))) {
            assertThat(RunReport.read(query, 1).html()).doesNotContain(">absent</th>", ">duplicate</th>");
        }
    }

    @Test
    void exports_have_each_count_by_name() throws Exception {
        try (Query query = Query.open(file())) {
            assertThat(exported(query, Export.Format.CSV))
                    .contains("max_ns,ok,others,absent,duplicate,unknown,aborted")
                    .contains(",post,28,22,")
                    .contains(",1,5,2,3,4,5");
            assertThat(exported(query, Export.Format.JSON)).contains("\"others\": 20", "\"kind\": \"other\"");
            for (String outcome : OUTCOMES) {
                assertThat(exported(query, Export.Format.OPENMETRICS)).contains("outcome=\"" + outcome + "\"");
            }
        }
    }

    private static String exported(Query query, Export.Format format) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Export.write(query, 1, format, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
