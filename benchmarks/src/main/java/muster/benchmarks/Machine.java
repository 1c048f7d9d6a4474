package muster.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a figure depends on. */
public final class Machine {
    private Machine() {}

    public static String line() {
        return "machine: %d cores of %s, memory %s, kernel %s, Java %s%n%s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        first("/proc/cpuinfo", "model name"),
                        first("/proc/meminfo", "MemTotal"),
                        System.getProperty("os.version"),
                        Runtime.version(),
                        load());
    }

    /** Short, for a column of a table. */
    public static String name() {
        return "%d cores of %s, Linux %s, Java %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        first("/proc/cpuinfo", "model name"),
                        System.getProperty("os.version"),
                        Runtime.version().feature());
    }

    /** A figure of a machine that did other work at the time is worth little. */
    public static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return "load average of the last minute: %.2f".formatted(load);
    }

    private static String first(String file, String key) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(key))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
