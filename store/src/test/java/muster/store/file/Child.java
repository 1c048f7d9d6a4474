package muster.store.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import muster.model.PhaseAt;
import org.HdrHistogram.Histogram;

/** Another process that writes to a store, to be killed. */
public final class Child implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private Child(Process process) {
        this.process = process;
        this.lines = process.inputReader();
    }

    public static Child start(String what, Path file) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                what,
                file.toString());
        return new Child(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    public long pid() {
        return process.pid();
    }

    public void awaitLine(String expected) throws IOException {
        String line = lines.readLine();
        if (!expected.equals(line)) {
            throw new IllegalStateException("expected " + expected + ", got " + line);
        }
    }

    String line() throws IOException {
        return lines.readLine();
    }

    /** kill -9, then what it still had written into its pipe. */
    List<String> kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
        return lines.lines().toList();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] arguments) throws IOException {
        Store store = Store.open(Path.of(arguments[1]));
        switch (arguments[0]) {
            case "hold" -> hold();
            case "write" -> write(store);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void hold() throws IOException {
        System.out.println("open");
        System.out.flush();
        System.in.read();
    }

    /** Prints the number of each report after its commit returned, until it is killed. */
    private static void write(Store store) {
        PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 3600, -1);
        store.phases().reserve(at, 1_000_000);
        Histogram histogram = Given.histogram(1_000_000, 2_000_000, 3_000_000);
        for (long seq = 1; ; seq++) {
            long start = seq == 1 ? Given.START : Given.START / Given.SECOND * Given.SECOND + seq * Given.SECOND;
            Given.commit(
                    store,
                    List.of(Given.report(
                            at, 1, seq, start, Given.both("post", "ok", histogram), Given.range(3 * (seq - 1), 3))),
                    List.of());
            System.out.println(seq);
            System.out.flush();
        }
    }
}
