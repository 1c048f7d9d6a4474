package muster.servers.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which processors a process may use, as the kernel has it (sched_setaffinity(2)). */
public final class CpuAffinity {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private CpuAffinity() {}

    /**
     * What to put before a command so that it runs on this many of the processors that this process may use, the first ones.
     *
     * @param cpus 0 for all: nothing is put before
     * @throws BadServerArgument if there are fewer, or taskset is not installed
     */
    public static List<String> command(int cpus) {
        if (cpus == 0) {
            return List.of();
        }
        List<Integer> allowed = numbers(allowed("self"));
        if (cpus > allowed.size()) {
            throw new BadServerArgument(
                    "cpus %d: this host allows %d (%s); take fewer".formatted(cpus, allowed.size(), allowed("self")));
        }
        if (Jdks.onPath("taskset").isEmpty()) {
            throw new BadServerArgument(
                    "cpus " + cpus + " needs the program taskset; install util-linux, or leave cpus out");
        }
        String list = allowed.stream().limit(cpus).map(String::valueOf).collect(Collectors.joining(","));
        return List.of("taskset", "-c", list);
    }

    /** Whether {@link #command} can bind a process to some of them here: on Linux, with taskset. */
    public static boolean isPossible() {
        return !allowed("self").isEmpty() && !Jdks.onPath("taskset").isEmpty();
    }

    /** The processors of a process as the kernel lists them, such as "0-1"; "" if it has ended. */
    public static String allowed(long pid) {
        return allowed(Long.toString(pid));
    }

    private static String allowed(String pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", pid, "status"))) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static List<Integer> numbers(String list) {
        return Stream.of(list.split(",", -1))
                .filter(range -> !range.isEmpty())
                .map(range -> range.split("-", -1))
                .flatMap(ends -> IntStream.rangeClosed(
                                Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                        .boxed())
                .toList();
    }
}
