package muster.endtoend;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What keeps another process from running; 0 where /proc does not tell. */
public final class QueuedRuns {
    private QueuedRuns() {}

    /** How long its threads could run and had no core, in milliseconds since each of them started. */
    public static long waitedMs(Process process) {
        long waitedNs = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads) {
                waitedNs += Long.parseLong(
                        Files.readString(thread.resolve("schedstat")).split(" ", -1)[1]);
            }
        } catch (IOException gone) {
            return waitedNs / 1_000_000;
        }
        return waitedNs / 1_000_000;
    }
}
