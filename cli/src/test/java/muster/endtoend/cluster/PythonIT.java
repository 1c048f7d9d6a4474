package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.cli.host.PythonEnvironment;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Python workers beside Java ones: processes and sockets as users have them; the database alone is none. */
@Tag("slow")
class PythonIT {
    /** docs/python.md has the same query: the sum of digests, which wraps around, as SQLite's own sum would not. */
    private static final String DIGEST = "with sums as (select run_id, phase, sum(digest & 4294967295) as low,"
            + " sum((digest >> 32) & 4294967295) as high from snapshot_batch where accepted group by run_id, phase)"
            + " select phase, printf('%08x%08x', (high + (low >> 32)) & 4294967295, low & 4294967295) as digest"
            + " from sums where run_id = ";

    private static final String SINGLY =
            "select operation, operation_index, sampled_every from operation_sample where run_id = ";

    private static final String MIXED = "graphity, users: 300, mix: {follow: 30, unfollow: 10, post: 40, feed: 20}";

    @TempDir
    private Path folder;

    private Background background;
    private Path file;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
        file = folder.resolve("s.db");
    }

    @AfterEach
    void end() {
        background.close();
    }

    @Test
    void one_java_worker_and_two_of_each_language_ask_for_the_same_operations() throws IOException {
        Path plan = plan(
                "graphity, users: 300, algorithm: graphity",
                "{kind: load, clients: 4}",
                "{kind: measure, operations: 4000, clients: 8}");
        ended(muster("run", plan, "--store", file, "--samples", "1/20"));
        ended(muster(
                "run",
                plan,
                "--store",
                file,
                "--workers",
                2,
                "--python-workers",
                2,
                "--processes",
                2,
                "--lease",
                20,
                "--samples",
                "1/20"));
        List<String> found = new ArrayList<>();
        List<String> singly = new ArrayList<>();
        for (int run = 1; run <= 2; run++) {
            Stored stored = new Stored(file, run);
            assertThat(stored.coverage().isWhole(3 * 300 + 4_000)).isTrue();
            assertThat(stored.coverage().again()).isZero();
            found.add(stored.rows(DIGEST + run).toString());
            singly.add(stored.rows(SINGLY + run + " order by operation_index").toString());
        }
        assertThat(found).containsOnly(found.getFirst());
        assertThat(singly).containsOnly(singly.getFirst()).first().asString().contains("[[");
        assertThat(new Stored(file, 2)
                        .rows("select language, count(distinct w.worker) from worker w where run_id = 2 and exists"
                                + " (select 1 from snapshot_batch r where r.run_id = 2 and r.worker = w.worker and r.operations > 0)"
                                + " group by language order by language"))
                .hasToString("[[java, 2], [python, 2]]");
    }

    @Tag("thorough")
    @Test
    void what_a_killed_python_worker_held_is_counted_once() throws IOException {
        String address = coordinator();
        Background.One victim = background.worker(address, "a", "--python");
        background.worker(address, "b");
        Background.One run = background.start(
                "run",
                plan("noop, delay: 1ms", "{kind: measure, operations: 30000, clients: 8}")
                        .toString(),
                "--coordinator",
                address,
                "--expect-workers",
                "2");
        Background.until(() -> Files.exists(file)
                && !new Stored(file, 1)
                        .rows("select 1 from snapshot_batch where worker = 'a' and operations > 0")
                        .isEmpty());
        victim.process().descendants().forEach(ProcessHandle::destroyForcibly);
        ended(run.result());
        Stored stored = new Stored(file, 1);
        assertThat(stored.coverage().isWhole(30_000)).as(stored.coverage() + "").isTrue();
        assertThat(stored.coverage().again()).isPositive();
        assertThat(stored.countedTwice()).isZero();
    }

    @Tag("thorough")
    @Test
    void workers_of_both_languages_offer_the_streams_of_a_phase_and_ask_for_the_same_operations() throws IOException {
        Path plan = plan(
                MIXED,
                streams(
                        "2s",
                        "writers: {operations: {follow: 50, post: 50}, rate: 200/s, maxInFlight: 8}",
                        "readers: {operations: {feed: 1}, rate: 300/s, arrivals: poisson, maxInFlight: 8}",
                        "scans: {operations: {feed: 1}, clients: 4, think: 1ms}"));
        ended(muster("run", plan, "--store", file));
        ended(muster("run", plan, "--store", file, "--workers", 1, "--python-workers", 1, "--processes", 2));
        List<String> digests = new ArrayList<>();
        for (int run = 1; run <= 2; run++) {
            Stored stored = new Stored(file, run);
            assertSound(stored, 3);
            // As many as are due within two seconds; how many the clients of scans can do, the machine says.
            assertThat(stored.rows(
                            "select planned, ok from stream_summary where stream = 'writers' and run_id = " + run))
                    .hasToString("[[400, 400]]");
            digests.add(stored.digest(0) + " " + stored.digest(1));
        }
        assertThat(digests).containsOnly(digests.getFirst());
        assertThat(new Stored(file, 2)
                        .rows("select w.language, r.stream from snapshot_batch r join worker w using (run_id, worker)"
                                + " where r.run_id = 2 and r.operations > 0 group by 1, 2 order by 1, 2"))
                .hasToString("[[java, 0], [java, 1], [java, 2], [python, 0], [python, 1], [python, 2]]");
    }

    @Test
    @Tag("nightly")
    void what_a_killed_python_worker_held_of_each_stream_is_counted_once() throws IOException {
        String address = coordinator();
        Background.One victim = background.worker(address, "a", "--python", "--processes", "2");
        background.worker(address, "b");
        // Longer than it takes to notice a death, so that what the dead one held is executed before the end.
        String streams = streams(
                "12s",
                "writers: {operations: {follow: 50, post: 50}, rate: 400/s, maxInFlight: 8}",
                "scans: {operations: {feed: 1}, clients: 8}");
        Background.One run = background.start(
                "run", plan(MIXED, streams).toString(), "--coordinator", address, "--expect-workers", "2");
        Background.until(() -> Files.exists(file)
                && new Stored(file, 1)
                                .rows(
                                        "select 1 from snapshot_batch where worker = 'a' and operations > 0 group by stream")
                                .size()
                        == 2);
        victim.process().descendants().forEach(ProcessHandle::destroyForcibly);
        ended(run.result());
        Stored stored = new Stored(file, 1);
        assertSound(stored, 2);
        assertThat(stored.coverage().again()).isPositive();
        assertThat(stored.number("select planned from stream_summary where stream = 'writers'"))
                .isEqualTo(4_800);
    }

    private static void assertSound(Stored stored, int streams) {
        assertThat(stored.rows("select stream from stream_summary where covered > 0 and planned = covered + missing"
                        + " and covered = counted and run_id = " + stored.run()))
                .as("" + stored.rows("select * from stream_summary"))
                .hasSize(streams);
    }

    private static String streams(String duration, String... streams) {
        return "{kind: measure, duration: " + duration + ", streams: {" + String.join(", ", streams) + "}}";
    }

    @Tag("thorough")
    @Test
    void a_python_worker_of_another_protocol_version_ends_naming_both() throws IOException, PythonEnvironment.Missing {
        String address = coordinator();
        Path python = new PythonEnvironment(
                        Shell.CHECKOUT.resolve("worker/python"), Shell.CHECKOUT.resolve(".muster/python"), line -> {})
                .program()
                .resolveSibling("python");
        String other = """
                if __name__ == '__main__':
                    from muster_worker.wire import frame
                    frame.VERSION = 7
                    from muster_worker.cli import main
                    main()
                """;
        Path script = Files.writeString(folder.resolve("other.py"), other);
        Shell.Result result =
                Shell.in(folder).run(python.toString(), script.toString(), "--coordinator", address, "--name", "other");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("peer speaks protocol version 1", "this side speaks 7");
    }

    @Tag("thorough")
    @Test
    void without_a_python_the_java_workers_continue() throws IOException {
        Path plan = plan("noop, delay: 1ms", "{kind: measure, operations: 1000, clients: 4}");
        Shell.Result result = Shell.in(folder)
                .with("MUSTER_NO_BUILD", "1")
                .with("MUSTER_PYTHON", folder.resolve("none").toString())
                .run(
                        Shell.CHECKOUT.resolve("muster").toString(),
                        "run",
                        plan.toString(),
                        "--store",
                        file.toString(),
                        "--python-workers",
                        "1");
        ended(result);
        assertThat(result.err()).contains("no Python 3.11 or newer", "continuing with Java workers");
        assertThat(new Stored(file, 1).coverage().isWhole(1_000)).isTrue();
    }

    private Path plan(String workload, String... phases) throws IOException {
        return Files.writeString(
                folder.resolve("p.yaml"),
                "name: p\ntarget: {kind: noop}\nworkload: {kind: " + workload + "}\nphases:\n  - "
                        + String.join("\n  - ", phases) + "\n");
    }

    private Shell.Result muster(Object... arguments) {
        return background
                .start(List.of(arguments).stream().map(String::valueOf).toArray(String[]::new))
                .result();
    }

    private String coordinator() {
        return background
                .start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file.toString())
                .address();
    }

    /** A crowded machine may make the figures doubtful (111), which is not what is tested here. */
    private static void ended(Shell.Result result) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
    }
}
