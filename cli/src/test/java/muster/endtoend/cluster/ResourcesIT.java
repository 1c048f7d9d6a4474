package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.protocol.Leave;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a coordinator and a worker keep after many runs, and after many workers that came and went: nothing. */
@Tag("nightly")
class ResourcesIT {
    private static final int RUNS = 500;
    private static final int WORKERS = 1_000;
    private static final int WARM_RUNS = 20;

    @TempDir
    private Path folder;

    private Farm farm;
    private Path temporary;

    @BeforeEach
    void prepare() throws IOException {
        farm = new Farm(folder);
        temporary = Files.createDirectory(folder.resolve("tmp"));
    }

    @AfterEach
    void end() {
        farm.close();
    }

    private record Kept(long residentMb, long descriptors, long threads, long files) {}

    @Test
    void after_500_runs_and_1000_workers_all_is_as_at_the_start() throws IOException {
        String options = "-Djava.io.tmpdir=" + temporary;
        Background.One coordinator = farm.coordinator(options).awaitLine("results go to");
        Background.One worker = farm.background
                .startWith(options, "worker", "--coordinator", farm.address(), "--name", "a")
                .awaitLine("joined the coordinator");
        Path plan = farm.plan("1ms", "operations: 20, clients: 2");
        runs(plan, WARM_RUNS);
        System.out.println("process      when             resident MB  descriptors  threads  temporary files");
        Kept ofCoordinator = kept("coordinator", "at the start", coordinator);
        Kept ofWorker = kept("worker", "at the start", worker);
        runs(plan, RUNS);
        kept("coordinator", "500 runs later", coordinator);
        asAtTheStart(ofWorker, kept("worker", "500 runs later", worker));
        for (int i = 0; i < WORKERS; i++) {
            try (Impostor guest = new Impostor(farm.address(), "guest" + i)) {
                guest.send(message -> message.setLeave(Leave.newBuilder().setReason("seen enough")));
            }
        }
        coordinator.awaitLine("guest" + (WORKERS - 1) + " left");
        runs(plan, 1);
        asAtTheStart(ofCoordinator, kept("coordinator", "1000 workers later", coordinator));
    }

    private void runs(Path plan, int count) {
        for (int i = 0; i < count; i++) {
            Shell.Result run = Cli.run("run", plan.toString(), "--coordinator", farm.address());
            Farm.ended(run);
        }
    }

    private Kept kept(String process, String when, Background.One one) throws IOException {
        Path proc = Path.of("/proc/" + one.process().pid());
        Kept kept = new Kept(field(proc, "VmRSS") / 1_024, count(proc.resolve("fd")), field(proc, "Threads"), count(temporary));
        System.out.printf(
                "%-12s %-18s %9d %12d %8d %16d%n",
                process, when, kept.residentMb, kept.descriptors, kept.threads, kept.files);
        return kept;
    }

    private static long field(Path proc, String name) throws IOException {
        return Files.readAllLines(proc.resolve("status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    /** The collector gives memory back when it likes; the heap is 256 MB. */
    private static void asAtTheStart(Kept start, Kept now) {
        assertThat(now.descriptors).isLessThanOrEqualTo(start.descriptors + 10);
        assertThat(now.threads).isLessThanOrEqualTo(start.threads + 5);
        assertThat(now.files).isLessThanOrEqualTo(start.files + 1);
        assertThat(now.residentMb).isLessThan(start.residentMb + 200);
    }
}
