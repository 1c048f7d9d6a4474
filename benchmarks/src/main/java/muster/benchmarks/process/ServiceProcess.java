package muster.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A command of Muster that stays up while something is measured; it goes with this process. */
public record ServiceProcess(Process process, Path log) implements AutoCloseable {
    private static final int PATIENCE_S = 60;

    /**
     * Starts one.
     *
     * @param options of its JVM
     */
    public static ServiceProcess start(Path home, Path log, String options, List<String> words) throws IOException {
        return start(List.of(), home, log, options, words);
    }

    /**
     * Starts one by way of another command.
     *
     * @param before a command that starts another with its arguments, such as taskset
     */
    public static ServiceProcess start(List<String> before, Path home, Path log, String options, List<String> words)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(home.resolve("muster").toString());
        command.addAll(words);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(options.isEmpty() ? Map.of() : Map.of("MUSTER_JAVA_OPTS", options));
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new ServiceProcess(process, log);
    }

    /** Of a coordinator: where it can be reached, as soon as it can. */
    public String address() throws IOException {
        String line = awaitLine("results go to");
        return line.substring(line.indexOf("tcp://"), line.indexOf(','));
    }

    /** The first line with this text, as soon as it is there. */
    public String awaitLine(String text) throws IOException {
        while (true) {
            boolean over = !process.isAlive();
            for (String line : Files.readAllLines(log)) {
                if (line.contains(text)) {
                    return line;
                }
            }
            if (over) {
                throw new IllegalStateException("it ended without saying '" + text + "': " + Files.readString(log));
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** As Ctrl-C would, and harder where that does not help. */
    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, PATIENCE_S, TimeUnit.SECONDS)
                .join();
        process.destroyForcibly().onExit().join();
    }
}
