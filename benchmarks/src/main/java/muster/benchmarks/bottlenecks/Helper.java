package muster.benchmarks.bottlenecks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of a stage that is no command of Muster; it ends with this one. */
record Helper(Process process, int port) implements AutoCloseable {
    private static final int PATIENCE_S = 10;

    /** A main class of this package that prints its port. */
    static Helper java(int core, Class<?> main, Object... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(core < 0 ? List.of() : Cores.pin(core));
        command.addAll(List.of(
                java, "-XX:+UseSerialGC", "-Xmx128m", "-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Process process = start(command);
        BufferedReader out = process.inputReader(StandardCharsets.US_ASCII);
        String line = out.readLine();
        if (line == null || !line.startsWith(HelperProtocol.LISTENING)) {
            process.destroyForcibly();
            throw new IllegalStateException(main.getSimpleName() + " did not start: " + line);
        }
        return new Helper(process, Integer.parseInt(line.substring(HelperProtocol.LISTENING.length())));
    }

    /** A loop that never ends by itself, on one core; it ends after a time even if nobody ends it. */
    static Helper busy(int core, int seconds) throws IOException {
        List<String> command = new ArrayList<>(Cores.pin(core));
        command.addAll(List.of("timeout", Integer.toString(seconds), "sh", "-c", "while :; do :; done"));
        return new Helper(start(command), 0);
    }

    private static Process start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, PATIENCE_S, TimeUnit.SECONDS)
                .join();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
