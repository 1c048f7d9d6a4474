package muster.experiments.turns.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.cli.host.ForkedJvm;
import muster.cli.terminal.Failure;
import muster.text.JsonReader;

/** One run in a separate process. */
final class OverheadChild {
    private final Process process;
    private final Path out;
    private final Path err;

    private OverheadChild(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * How it ended.
     *
     * @param runId 0 if it never had one
     * @param message one line that says why, for those that failed
     */
    record Ended(int exitCode, long runId, String message) {}

    static OverheadChild start(Overhead.Request request, Overhead.Side side, String name) {
        try {
            Path out = Files.createTempFile("muster-overhead", ".out");
            Path err = Files.createTempFile("muster-overhead", ".err");
            Process process = new ProcessBuilder(command(request, side, name))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            return new OverheadChild(process, out, err);
        } catch (IOException e) {
            throw Failure.fault("cannot start a process: " + e.getMessage());
        }
    }

    private static List<String> command(Overhead.Request request, Overhead.Side side, String name) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(
                List.of(side.cluster() ? "run" : "standalone", request.plan(), "--attached", "--overhead", "--json"));
        arguments.addAll(List.of(
                "--name", name, "--trials", "1", "--store", request.store().toString()));
        request.sets().forEach(set -> arguments.addAll(List.of("--set", set)));
        if (side.cluster()) {
            arguments.addAll(List.of("--workers", String.valueOf(request.workers())));
            arguments.addAll(List.of("--lease", Overhead.leaseText(side.lease())));
        }
        if (request.allowFiles()) {
            arguments.add("--allow-files");
        }
        if (!request.mayErase().isEmpty()) {
            arguments.addAll(List.of("--allow-erase", request.mayErase()));
        }
        List<String> command = new ArrayList<>(ForkedJvm.command(arguments));
        // What it prints goes to a file.
        command.removeIf(word -> word.startsWith("-Dmuster.terminal="));
        return command;
    }

    Ended await() {
        try {
            int exitCode = process.waitFor();
            return ended(exitCode, Files.readString(out), Files.readString(err));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.fault("interrupted");
        } catch (IOException e) {
            throw Failure.fault("cannot read what a process printed: " + e.getMessage());
        } finally {
            out.toFile().delete();
            err.toFile().delete();
        }
    }

    private static Ended ended(int exitCode, String out, String err) {
        long runId = printed(out).get("run") instanceof Long run ? run : 0;
        return new Ended(exitCode, runId, message(out, err));
    }

    /** The object that the command prints with --json; empty if it ended before. */
    private static Map<?, ?> printed(String out) {
        try {
            return !out.isBlank() && JsonReader.read(out) instanceof Map<?, ?> object ? object : Map.of();
        } catch (IllegalArgumentException cut) {
            return Map.of();
        }
    }

    /** Its own complaint, or else why its run ended as it did. */
    static String message(String out, String err) {
        String complaint = err.lines()
                .filter(line -> line.startsWith("muster: "))
                .map(line -> line.substring("muster: ".length()))
                .findFirst()
                .orElse("");
        return complaint.isEmpty() ? reason(printed(out)) : complaint;
    }

    private static String reason(Map<?, ?> printed) {
        if (printed.get("reason") instanceof String reason && !reason.isBlank()) {
            return reason;
        }
        return "no further message";
    }

    /** Asks it to end with what it has measured; it waits for nothing else. */
    void stop() {
        process.destroy();
    }
}
