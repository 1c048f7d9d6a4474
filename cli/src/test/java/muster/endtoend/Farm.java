package muster.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.servers.host.PortChoice;

/** A coordinator, workers and runs as processes, for tests that are unkind to them. */
public final class Farm implements AutoCloseable {
    public final Path folder;
    public final Path file;
    public final Background background;
    /** The same for every incarnation of the coordinator. */
    public final int port;

    public Farm(Path folder) {
        this.folder = folder;
        this.file = folder.resolve("s.db");
        this.background = new Background(folder);
        this.port = freePort();
    }

    /** Below the numbers of outgoing connections, one of which could take it before it is used, or used again. */
    public static int freePort() {
        return PortChoice.anyFree();
    }

    public String address() {
        return "tcp://127.0.0.1:" + port;
    }

    public Background.One coordinator(String options) {
        return background.startWith(options, "coordinator", "--bind", address(), "--store", file.toString());
    }

    public Background.One coordinator() {
        return coordinator("").awaitLine("results go to");
    }

    public Background.One worker(String name) {
        return worker(name, port);
    }

    public Background.One worker(String name, int atPort) {
        return background
                .start("worker", "--coordinator", "tcp://127.0.0.1:" + atPort, "--name", name)
                .awaitLine("joined the coordinator");
    }

    public Background.One submit(Path plan, int workers) {
        return background.start(
                "run", plan.toString(), "--coordinator", address(), "--expect-workers", String.valueOf(workers));
    }

    /** A plan of the noop target whose operations take a millisecond. */
    public Path plan(String measure) {
        return plan("1ms", measure);
    }

    /**
     * Writes a plan for the target of this test.
     *
     * @param delay how long an operation takes
     */
    public Path plan(String delay, String measure) {
        String text = "name: p\ntarget: {kind: noop}\nworkload: {kind: noop, delay: " + delay
                + "}\nphases:\n  - {kind: measure, " + measure + "}\n";
        try {
            return Files.writeString(folder.resolve("p.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Stored stored(long run) {
        return new Stored(file, run);
    }

    void underWay() {
        Background.until(() -> stored(1).reported() > 0);
    }

    /** Every operation of the run is counted, and once. */
    public void isWhole(long run, long operations) {
        Stored stored = stored(run);
        assertThat(stored.coverage().isWhole(operations))
                .as(stored.coverage() + "")
                .isTrue();
        assertThat(stored.countedTwice()).isZero();
    }

    /** It came to its end; a crowded machine may make the figures doubtful (111), which is not what is tested here. */
    public static void ended(Shell.Result result) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
    }

    static List<String> names(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("w" + i);
        }
        return names;
    }

    @Override
    public void close() {
        background.close();
    }
}
