package muster.cli.interleave;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Processor time of a process in nanoseconds, summed over its threads; also of those that have ended since the first look. */
final class ProcessorTime {
    private final Path tasks;
    private final Map<String, Long> threads = new HashMap<>();

    ProcessorTime(long pid) {
        tasks = Path.of("/proc/" + pid + "/task");
    }

    /** Until now; 0 where the system does not say. */
    long readNs() {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(tasks)) {
            for (Path thread : found) {
                read(thread);
            }
        } catch (IOException e) {
            // The process has ended: what is known stays.
        }
        return threads.values().stream().mapToLong(Long::longValue).sum();
    }

    private void read(Path thread) {
        try {
            String ran = Files.readString(thread.resolve("schedstat")).split(" ", 2)[0];
            threads.put(thread.getFileName().toString(), Long.parseLong(ran));
        } catch (IOException | NumberFormatException e) {
            // It ended meanwhile.
        }
    }
}
