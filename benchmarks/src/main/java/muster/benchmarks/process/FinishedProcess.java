package muster.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A process that has ended, with all that it printed. */
public record FinishedProcess(List<String> command, int exitCode, List<String> lines) {
    /** Runs it to its end; it goes with this process. */
    public static FinishedProcess of(List<String> command, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        int exitCode = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return new FinishedProcess(command, exitCode, Files.readAllLines(log));
    }

    public FinishedProcess require(Set<Integer> exitCodes) {
        if (!exitCodes.contains(exitCode)) {
            throw new IllegalStateException("%s%nended with %d:%n%s"
                    .formatted(String.join(" ", command), exitCode, String.join(System.lineSeparator(), lines)));
        }
        return this;
    }
}
