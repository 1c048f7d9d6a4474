package muster.experiments.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations that are recorded and replayed by processes as users have them; the database alone is none. */
@Tag("slow")
class ReplayIT {
    private static final String DIGESTS = "with sums as (select run_id, phase, sum(digest & 4294967295) as low,"
            + " sum((digest >> 32) & 4294967295) as high from snapshot_batch where accepted group by run_id, phase)"
            + " select phase, printf('%08x%08x', (high + (low >> 32)) & 4294967295, low & 4294967295) as digest"
            + " from sums where run_id = ";
    private static final String COUNTED = "select sum(planned = covered and counted = planned) = count(*)"
            + " and sum(executed_again) = 0 from coverage_summary where run_id = ";

    @TempDir
    private Path folder;

    private Background background;
    private Path store;
    private Path operations;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
        store = folder.resolve("s.db");
        operations = folder.resolve("ops.jsonl.gz");
    }

    @AfterEach
    void end() {
        background.close();
    }

    @Tag("thorough")
    @Test
    void recorded_operations_of_graphity_are_replayed_by_workers_of_both_languages() throws IOException {
        Path plan = plan(
                "graphity, users: 200, algorithm: graphity",
                "{kind: load, clients: 4}",
                "{kind: warmup, operations: 100, clients: 4}",
                "{kind: measure, rate: 1500/s, arrivals: poisson, duration: 2s}");
        run(plan);
        record(store + ":latest");
        assertThat(Cli.run("check", plan.toString(), "--set", "replay={file: " + operations + ", pace: recorded}")
                        .out())
                .contains("warmup: 100 operations, 4 clients", "at recorded times within");
        run(plan, "--set", "replay.file=" + operations, "--workers", 3);
        run(
                plan,
                "--set",
                "replay={file: " + operations + ", pace: recorded, speed: 4}",
                "--workers",
                1,
                "--python-workers",
                2,
                "--processes",
                1);
        assertSameOperations(3);
        assertThat(new Stored(store, 3)
                        .rows("select rate_per_s > 5000, workers from phase where run_id = 3 and phase = 'measure'"))
                .hasToString("[[1, 3]]");
    }

    @Test
    @Tag("nightly")
    void recorded_queries_are_replayed_by_workers_of_both_languages() throws IOException {
        Files.writeString(
                folder.resolve("people.csv"),
                "id:long,name,score:double\n1,Ann,0.5\n2,\"Bo \"\"B\"\"\",\n3,Grüße,-1e-9\n");
        Path plan = plan(
                "query, parameters: {p: {csv: people.csv, draw: zipf}, n: {integer: [1, 9]}}, operations:"
                        + " {a: {weight: 2, cypher: 'RETURN $x', with: {x: p.name, y: p.score, n: n}}, b: {cypher: 'RETURN 1', with: {id: p.id}}}",
                "{kind: measure, duration: 1s, clients: 4, think: 1ms}");
        run(plan, "--workers", 2);
        record(store + ":1", "--files", folder);
        run(plan, "--set", "replay.file=" + operations);
        run(plan, "--set", "replay.file=" + operations, "--workers", 0, "--python-workers", 3, "--processes", 1);
        run(plan, "--set", "replay.file=" + operations, "--workers", 2, "--python-workers", 1, "--lease", 1);
        assertSameOperations(4);
    }

    @Test
    void what_a_plan_and_its_run_record_is_the_same() throws IOException {
        Path plan = plan("noop", "{kind: measure, operations: 2000, clients: 4}");
        run(plan, "--workers", 2);
        record(store.toString());
        byte[] ofRun = Files.readAllBytes(operations);
        record(plan.toString());
        assertThat(lines(Files.readAllBytes(operations)))
                .isEqualTo(lines(ofRun))
                .hasSize(2000);
    }

    @Test
    void a_cut_file_is_refused_by_check_before_anything_starts() throws IOException {
        Path plan = plan("noop", "{kind: measure, operations: 200}");
        record(plan.toString());
        byte[] whole = Files.readAllBytes(operations);
        Files.write(operations, List.of(), StandardCharsets.UTF_8);
        Shell.Result empty = Cli.run("check", plan.toString(), "--set", "replay.file=" + operations);
        Files.write(operations, Arrays.copyOf(whole, whole.length / 2));
        Shell.Result cut = Cli.run("check", plan.toString(), "--set", "replay.file=" + operations);
        assertThat(List.of(empty.exitCode(), cut.exitCode())).containsOnly(104);
        assertThat(empty.err()).contains("not the header of recorded operations");
        assertThat(cut.err()).contains("cut or damaged");
    }

    @Test
    void a_closed_phase_that_a_duration_bounds_is_recorded_of_a_run_or_of_so_many_operations() throws IOException {
        Path plan = plan("noop", "{kind: measure, duration: 1s}");
        Shell.Result refused = Cli.run("record", plan.toString(), "-o", operations.toString());
        assertThat(refused.exitCode()).isEqualTo(104);
        assertThat(refused.err()).contains("record a run of the plan (FILE:RUN), or add --operations N");
        assertThat(operations).doesNotExist();
        record(plan.toString(), "--operations", "70");
        assertThat(lines(Files.readAllBytes(operations))).hasSize(70);
    }

    /** By the recorded run, number 1, and all replays of it: each counted once. */
    private void assertSameOperations(int runs) {
        String recorded = new Stored(store, 1).rows(DIGESTS + 1).toString();
        for (int run = 1; run <= runs; run++) {
            assertThat(new Stored(store, run).rows(DIGESTS + run))
                    .as("run " + run)
                    .hasToString(recorded);
            assertThat(new Stored(store, run).rows(COUNTED + run))
                    .as("run " + run)
                    .hasToString("[[1]]");
        }
    }

    private List<String> lines(byte[] packed) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
        }
    }

    private Path plan(String workload, String... phases) throws IOException {
        return Files.writeString(
                folder.resolve("p.yaml"),
                "name: p\ntarget: {kind: noop}\nworkload: {kind: " + workload + "}\nphases:\n  - "
                        + String.join("\n  - ", phases) + "\n");
    }

    private void record(String source, Object... more) {
        List<String> arguments = new ArrayList<>(List.of("record", source, "-o", operations.toString()));
        List.of(more).forEach(each -> arguments.add(each.toString()));
        Shell.Result result = Cli.run(arguments.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    }

    /** A crowded machine may make the figures doubtful (111), which is not what is tested here. */
    private void run(Path plan, Object... more) {
        List<String> arguments = new ArrayList<>(List.of("run", plan.toString(), "--store", store.toString()));
        List.of(more).forEach(each -> arguments.add(each.toString()));
        Shell.Result result = background.start(arguments.toArray(String[]::new)).result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
    }
}
