package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.QueuedRuns;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real workers that are held back in real ways, and one that uses all there is. */
@Tag("slow")
@Tag("alone")
class ValidityIT {
    /** Of a process that has a machine of some cores to itself and one other, from its start. */
    private static final long MAX_WAITED_MS = 1_000;

    @TempDir
    private Path folder;

    private Background background;
    private Path file;
    private Process free;

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
    void a_worker_that_is_stopped_for_nine_tenths_of_the_time_makes_its_run_invalid() throws IOException {
        String address = coordinator();
        free = background.worker(address, "free").process();
        Background.One held = background.worker(address, "held");
        Process throttle = stopAndGo(held.process().pid());
        try {
            isInvalid(submit(address).result(), "hiccups");
        } finally {
            throttle.destroyForcibly().onExit().join();
            held.signal("CONT");
        }
    }

    /** Well below the time after which the coordinator gives a silent worker up. */
    private Process stopAndGo(long pid) throws IOException {
        String script = "while kill -STOP " + pid + " && sleep 0.09 && kill -CONT " + pid + "; do sleep 0.01; done";
        return Shell.in(folder).start(folder.resolve("stop.out"), folder.resolve("stop.err"), "sh", "-c", script);
    }

    @Tag("thorough")
    @Test
    void a_worker_whose_quota_is_a_tenth_of_a_core_makes_its_run_invalid() throws IOException {
        try (Quota quota = Quota.ofATenth()) {
            String address = coordinator();
            free = background.worker(address, "free").process();
            Background.One held = background.worker(address, "held");
            quota.hold(held.process().pid());
            Shell.Result result = submit(address).result();
            isInvalid(result, "hiccups");
            isInvalid(result, "cpu quota");
            held.process().destroyForcibly().onExit().join();
        }
    }

    /** The verdict names the cause and this worker, and holds nothing of the kind against the other one. */
    private void isInvalid(Shell.Result result, String cause) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(111);
        assertThat(result.out())
                .contains("INVALID  " + cause + ": observed")
                .contains("[held] - ")
                .contains("; INVALID;");
        List<List<Object>> named = stored(
                "select worker from check_summary where not passed and kind = 'validity' and name = '" + cause + "'");
        assertThat(named).contains(List.of("held"));
        assumeThat(named.size() == 1 || QueuedRuns.waitedMs(free) < MAX_WAITED_MS)
                .as("the machine held up the free worker, too: needs a quieter one")
                .isTrue();
        assertThat(named).hasSize(1);
        assertThat(stored("select validity from run_summary")).containsExactly(List.of("invalid"));
    }

    @Tag("thorough")
    @Test
    void all_cores_busy_is_no_hiccup() throws IOException {
        Path plan = plan("noop", "{kind: measure, duration: 5s, clients: 16}");
        Shell.Result result = background
                .start("standalone", plan.toString(), "--store", file.toString())
                .result();
        assumeThat(shareOfTheMachine())
                .as("the machine was shared with others: needs a quieter one; " + result.out())
                .isGreaterThan(0.8);
        assertThat(stored(
                        "select name, passed from check_summary where name in ('hiccups', 'cpu quota') order by name"))
                .as(result.out())
                .containsExactly(List.of("cpu quota", 1L), List.of("hiccups", 1L));
        assertThat(stored("select 1 from check_summary where name in ('run-queue wait', 'Little''s law')"))
                .isEmpty();
    }

    // ---- steps of the tests ----

    /** The processor time of the only process, of that of all cores. */
    private double shareOfTheMachine() {
        double cpuNs = ((Number) stored("select sum(cpu_per_operation_ns * operations) from process_summary"
                                + " where phase = 'measure'")
                        .getFirst()
                        .getFirst())
                .doubleValue();
        return cpuNs / (5e9 * Runtime.getRuntime().availableProcessors());
    }

    private String coordinator() {
        return background
                .start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file.toString())
                .address();
    }

    /** Clients that want several times what the quota grants, so that it holds them back all the time, compiled or not. */
    private Background.One submit(String address) throws IOException {
        Path plan = plan("noop, delay: 1ms", "{kind: measure, duration: 6s, clients: 64}");
        return background.start("run", plan.toString(), "--coordinator", address, "--expect-workers", "2");
    }

    private Path plan(String workload, String phase) throws IOException {
        return Files.writeString(
                folder.resolve("p.yaml"),
                "name: p\ntarget: {kind: noop}\nworkload: {kind: " + workload + "}\nphases:\n  - " + phase + "\n");
    }

    private List<List<Object>> stored(String sql) {
        return new Stored(file, 1).rows(sql);
    }

    /** A control group of a tenth of a core; skipped where this user may make none. */
    private record Quota(Path group) implements AutoCloseable {
        private static final Path ROOT = Path.of("/sys/fs/cgroup");

        static Quota ofATenth() throws IOException {
            boolean first = Files.isDirectory(ROOT.resolve("cpu"));
            Path parent = first ? ROOT.resolve("cpu") : ROOT;
            Path controllers = ROOT.resolve("cgroup.subtree_control");
            boolean second = Files.exists(controllers)
                    && List.of(Files.readString(controllers).strip().split(" ", -1))
                            .contains("cpu");
            assumeThat((first || second) && Files.isWritable(parent))
                    .as("control groups for CPU that this user may make")
                    .isTrue();
            Path group = Files.createDirectory(
                    parent.resolve("muster-test-" + ProcessHandle.current().pid()));
            if (first) {
                Files.writeString(group.resolve("cpu.cfs_period_us"), "100000");
                Files.writeString(group.resolve("cpu.cfs_quota_us"), "10000");
            } else {
                Files.writeString(group.resolve("cpu.max"), "10000 100000");
            }
            return new Quota(group);
        }

        void hold(long pid) throws IOException {
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
        }

        /** A group goes once its last process has. */
        @Override
        public void close() throws IOException {
            Background.until(() -> isEmpty());
            Files.delete(group);
        }

        private boolean isEmpty() {
            try {
                return Files.readString(group.resolve("cgroup.procs")).isBlank();
            } catch (IOException e) {
                return true;
            }
        }
    }
}
