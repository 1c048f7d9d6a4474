package muster.experiments.turns;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Processor time of a process in nanoseconds, summed over its threads; also of those that have ended since the first look. */
final class ProcessorTime {
    /** As HotSpot calls them; the system cuts names after 15 characters. */
    private static final Pattern COMPILER = Pattern.compile("C[12] CompilerThre.*");

    private final Path tasks;
    private final Map<String, Long> threads = new HashMap<>();
    private final Map<String, Boolean> compilers = new HashMap<>();

    /**
     * Processor time until now.
     *
     * @param compilerNs what the compilers of JVMs took of {@code ns}
     */
    record Used(long ns, long compilerNs) {
        Used plus(Used other) {
            return new Used(ns + other.ns, compilerNs + other.compilerNs);
        }

        Used since(Used before) {
            return new Used(ns - before.ns, compilerNs - before.compilerNs);
        }
    }

    ProcessorTime(long pid) {
        tasks = Path.of("/proc/" + pid + "/task");
    }

    /** Until now; 0 where the system does not say. */
    Used read() {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(tasks)) {
            for (Path thread : found) {
                read(thread);
            }
        } catch (IOException e) {
            // The process has ended: what is known stays.
        }
        long ns = 0;
        long compilerNs = 0;
        for (Map.Entry<String, Long> thread : threads.entrySet()) {
            ns += thread.getValue();
            compilerNs += compilers.getOrDefault(thread.getKey(), false) ? thread.getValue() : 0;
        }
        return new Used(ns, compilerNs);
    }

    private void read(Path thread) {
        String number = thread.getFileName().toString();
        try {
            String ran = Files.readString(thread.resolve("schedstat")).split(" ", 2)[0];
            threads.put(number, Long.parseLong(ran));
            if (!compilers.containsKey(number)) {
                String name = Files.readString(thread.resolve("comm")).strip();
                compilers.put(number, COMPILER.matcher(name).matches());
            }
        } catch (IOException | NumberFormatException e) {
            // It ended meanwhile.
        }
    }
}
