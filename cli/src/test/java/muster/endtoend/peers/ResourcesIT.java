package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.cluster.Impostor;
import muster.protocol.Leave;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One coordinator, many runs, and workers that come and go: it holds at the end what it held at the start. */
@Tag("slow")
@Tag("nightly")
class ResourcesIT {
    private static final int RUNS = Integer.getInteger("muster.runs", 500);
    private static final int SESSIONS = Integer.getInteger("muster.sessions", 1_000);
    private static final int PROCESSES = Integer.getInteger("muster.processes", 20);
    /** After these all classes are loaded and all pools are as large as they will be. */
    private static final int FIRST = 20;

    private static final long MAX_MORE_BYTES = 48L << 20;

    @TempDir
    private Path folder;

    private Farm farm;
    private Background.One coordinator;
    private Path temporary;

    @BeforeEach
    void serve() throws IOException {
        farm = new Farm(folder);
        temporary = Files.createDirectory(folder.resolve("tmp"));
        coordinator = farm.coordinator("-Djava.io.tmpdir=" + temporary).awaitLine("results go to");
        farm.worker("a");
        runs(FIRST);
        sessions(FIRST);
    }

    @AfterEach
    void end() {
        farm.close();
    }

    /** What a process holds. */
    private record Held(long rssBytes, long descriptors, long threads, long files) {
        String row(String when) {
            return "| %s | %d MB | %d | %d | %d |".formatted(when, rssBytes >> 20, descriptors, threads, files);
        }
    }

    @Test
    void runs_and_workers_leave_nothing_behind() throws IOException {
        Held start = held();
        runs(RUNS);
        Held ran = held();
        sessions(SESSIONS);
        processes(PROCESSES);
        Held end = held();
        System.out.println("| when | memory after GC | descriptors | threads | temporary files |");
        System.out.println(start.row("after " + FIRST + " runs and workers"));
        System.out.println(ran.row("after " + RUNS + " more runs"));
        System.out.println(end.row("after " + SESSIONS + " more workers, and " + PROCESSES + " as processes"));
        assertThat(end.rssBytes).isLessThan(start.rssBytes + MAX_MORE_BYTES);
        assertThat(end.descriptors).isLessThanOrEqualTo(start.descriptors + 2);
        assertThat(end.threads).isLessThanOrEqualTo(start.threads + 2);
        assertThat(end.files).isEqualTo(start.files);
    }

    private void runs(int count) {
        Path plan = farm.plan("0ms", "operations: 100, clients: 2");
        for (int i = 0; i < count; i++) {
            Farm.ended(Cli.run("run", plan.toString(), "--coordinator", farm.address(), "--expect-workers", "1"));
        }
    }

    private void sessions(int count) {
        for (int i = 0; i < count; i++) {
            try (Impostor worker = new Impostor(farm.address(), "s" + i)) {
                worker.send(message -> message.setLeave(Leave.newBuilder().setReason("done")));
                awaitGone("s" + i);
            }
        }
        Background.until(() -> status().contains("1 worker,"));
    }

    private void awaitGone(String name) {
        coordinator.awaitLine(name + " left: done");
    }

    private void processes(int count) {
        for (int i = 0; i < count; i++) {
            Background.One worker = farm.worker("p" + i);
            worker.signal(i % 2 == 0 ? "TERM" : "KILL").result();
        }
        Background.until(() -> status().contains("1 worker,"));
    }

    private String status() {
        return Cli.run("status", "--coordinator", farm.address()).out();
    }

    private Held held() throws IOException {
        long pid = coordinator.process().pid();
        Path java = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        for (int i = 0; i < 2; i++) {
            Shell.in(folder).run(java.toString(), Long.toString(pid), "GC.run");
        }
        Path proc = Path.of("/proc", Long.toString(pid));
        return new Held(
                field(proc, "VmRSS:") << 10, entries(proc.resolve("fd")), field(proc, "Threads:"), entries(temporary));
    }

    private static long field(Path proc, String name) throws IOException {
        return Files.readAllLines(proc.resolve("status")).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }

    private static long entries(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
