package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The cores that this process may use: one for the generator, another for the server. */
record Cores(int generator, int server) {
    /** The first two of this process's affinity mask; throws IllegalStateException if it has one only. */
    static Cores own() throws IOException {
        List<Integer> allowed = allowed(Files.readString(Path.of("/proc/self/status")));
        if (allowed.size() < 2) {
            throw new IllegalStateException("two cores are needed: one for the generator, one for the server");
        }
        return new Cores(allowed.get(0), allowed.get(1));
    }

    /** From "Cpus_allowed_list: 0-1,4". */
    static List<Integer> allowed(String status) {
        String list = status.lines()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElse("Cpus_allowed_list: 0");
        List<Integer> cores = new ArrayList<>();
        for (String range : list.substring(list.indexOf(':') + 1).strip().split(",", -1)) {
            String[] ends = range.split("-", -1);
            for (int core = Integer.parseInt(ends[0]); core <= Integer.parseInt(ends[ends.length - 1]); core++) {
                cores.add(core);
            }
        }
        return cores;
    }

    static List<String> pin(int core) {
        return List.of("taskset", "-c", Integer.toString(core));
    }
}
