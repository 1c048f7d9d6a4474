package muster.experiments.turns;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.cli.host.ForkedJvm;
import muster.cli.terminal.Failure;

/** A coordinator in a separate process on a free loopback port; it ends with this one. */
final class CoordinatorProcess implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("coordinator at (tcp://\\S+?),");
    private static final int STOP_S = 10;

    private final Process process;
    private final String address;

    private CoordinatorProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static CoordinatorProcess start(Path store) {
        List<String> command = ForkedJvm.command(
                List.of("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", store.toString(), "--attached"));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader lines = process.inputReader();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher found = ADDRESS.matcher(line);
                if (found.find()) {
                    return new CoordinatorProcess(process, found.group(1));
                }
            }
            throw Failure.fault("the coordinator of the cluster did not start");
        } catch (IOException e) {
            throw Failure.fault("cannot start a coordinator: " + e.getMessage());
        }
    }

    String address() {
        return address;
    }

    long pid() {
        return process.pid();
    }

    /** Why it ended; "" while it lives. */
    String ended() {
        return process.isAlive() ? "" : "the coordinator of the cluster ended";
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
