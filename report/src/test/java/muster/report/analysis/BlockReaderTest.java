package muster.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.RunEnd;
import muster.model.Series;
import muster.report.analysis.OperationBlocks.Figure;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that inserts vertices in one measured phase and edges in the next, as batch-insert does. */
class BlockReaderTest {
    /** At a whole second, so that intervals are no parts of seconds. */
    private static final long START = Given.START / Given.SECOND * Given.SECOND;

    private static final long TEN_SECONDS = 10 * Given.SECOND;

    @TempDir
    private Path folder;

    /** Operations a second: 30 vertices for 10 s, then 20 edges for 5 s; and as many transactions as edges. */
    private Path file() {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            long run = Given.run(store);
            phase(store, new PhaseAt(run, 1, 1, "vertices"), START, 10, 30, "insertVertices");
            phase(store, new PhaseAt(run, 1, 1, "edges"), START + TEN_SECONDS, 5, 20, "insertEdges");
            store.runs().end(new RunEnd(run, "complete", START + 2 * TEN_SECONDS, "valid", "none", 0, ""));
        }
        return file;
    }

    private static void phase(Store store, PhaseAt at, long startNs, int seconds, int perSecond, String operation) {
        long endNs = startNs + seconds * Given.SECOND;
        int ordinal = at.phase().equals("vertices") ? 1 : 2;
        store.phases().phase(new PhaseRow(at, ordinal, "measure", 4, 0, -1, startNs, endNs, 1, "running"));
        long[] values =
                LongStream.range(0, perSecond).map(i -> 1_000_000 + i * 1_000).toArray();
        long next = 0;
        // One more than the phase lasts: what is drained after its end.
        for (int second = 0; second <= seconds; second++) {
            List<Series> series = Given.all(
                    Given.both(operation, "ok", Given.histogram(values)),
                    Given.both("transaction", "ok", Given.histogram(values)));
            Given.commit(
                    store,
                    List.of(Given.report(
                            at,
                            ordinal,
                            second + 1,
                            startNs + second * Given.SECOND,
                            series,
                            Given.range(next, perSecond))),
                    List.of());
            next += perSecond;
        }
        store.phases().end(Given.end(at, endNs, next));
    }

    @Test
    void an_operation_is_divided_by_the_time_of_its_own_phase_as_step_summary_does() {
        try (Query query = Query.open(file())) {
            Map<String, Map<String, OperationBlocks>> phases = BlockReader.read(query, 1, 1, "response");
            assertThat(phases.keySet()).containsExactly("vertices", "edges");
            assertThat(phases.get("vertices")).containsOnlyKeys("insertVertices", "transaction");
            assertThat(phases.get("edges")).containsOnlyKeys("insertEdges", "transaction");
            for (Row row : Row.of(query.table("select phase, throughput_per_s from step_summary"))) {
                String operation = row.text("phase").equals("edges") ? "insertEdges" : "insertVertices";
                double told = throughput(phases, row.text("phase"), operation);
                assertThat(told).isCloseTo(row.number("throughput_per_s"), within(1e-9));
            }
            assertThat(throughput(phases, "edges", "insertEdges")).isCloseTo(20, within(1e-9));
        }
    }

    /** As compare would use it, though nothing says whether its generator could be trusted. */
    @Test
    void a_trial_that_the_answer_of_a_sweep_leaves_out_is_in_no_comparison() {
        Path file = folder.resolve("sweep.db");
        try (Store store = Store.open(file)) {
            long run = Given.run(store);
            phase(store, new PhaseAt(run, 1, 1, "vertices"), START, 5, 10, "insertVertices");
            phase(store, new PhaseAt(run, 1, 2, "vertices"), START + TEN_SECONDS, 5, 30, "insertVertices");
            store.runs().checks(List.of(new CheckRow(run, 1, 1, "fact", CheckRow.LEFT_OUT, "", "", true, "", "")));
        }
        try (Query query = Query.open(file)) {
            Map<String, Map<String, OperationBlocks>> phases = BlockReader.read(query, 1, 1, "response");
            assertThat(throughput(phases, "vertices", "insertVertices")).isCloseTo(30, within(1e-9));
        }
    }

    private static double throughput(Map<String, Map<String, OperationBlocks>> phases, String phase, String operation) {
        Map<String, OperationBlocks> operations = Objects.requireNonNull(phases.get(phase));
        return Objects.requireNonNull(operations.get(operation))
                .figures(1)
                .of(Figure.THROUGHPUT)
                .value();
    }

    @Test
    void a_label_of_jmeters_view_is_divided_by_the_time_of_its_own_phases() {
        try (Query query = Query.open(file())) {
            for (Row row : Row.of(query.table("select label, throughput_per_s from jmeter_summary"))) {
                double expected = switch (row.text("label")) {
                    case "insertEdges" -> 20;
                    case "insertVertices" -> 30;
                    default -> (30.0 * 10 + 20 * 5) / 15;
                };
                assertThat(row.number("throughput_per_s")).as(row.text("label")).isCloseTo(expected, within(1e-9));
            }
        }
    }

    /** docs/semantics.md rule 11: what is drained enters latency, not throughput, whoever reads the file. */
    @Test
    void every_view_leaves_out_of_throughput_what_was_drained() {
        try (Query query = Query.open(file())) {
            assertThat(column(query, "select throughput_per_s from step_summary order by 1"))
                    .containsExactly(20.0, 30.0);
            assertThat(column(query, "select distinct throughput_per_s from operation_summary order by 1"))
                    .containsExactly(20.0, 30.0);
            assertThat(column(query, "select throughput_per_s from run_summary"))
                    .satisfiesExactly(all -> assertThat(all).isCloseTo(400 / 15.0, within(1e-9)));
            assertThat(column(
                            query,
                            "select distinct throughput_per_s from interval_summary where throughput_per_s is not null"
                                    + " order by 1"))
                    .containsExactly(20.0, 30.0);
        }
    }

    private static List<Double> column(Query query, String sql) {
        return query.table(sql).rows().stream()
                .map(row -> row.getFirst() instanceof Number number ? number.doubleValue() : Double.NaN)
                .toList();
    }
}
