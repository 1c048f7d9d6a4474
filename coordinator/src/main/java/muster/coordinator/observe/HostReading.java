package muster.coordinator.observe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.host.ProcFiles;

/** What a host's processors, memory, disks and networks do at a moment: /proc/stat, meminfo, diskstats, net/dev, pressure (proc(5)). */
final class HostReading {
    private static final long TICK_NS = 10_000_000;
    private static final long MS_NS = 1_000_000;
    private static final long US_NS = 1_000;
    private static final long KIB = 1_024;
    private static final long SECTOR_BYTES = 512;
    private static final List<String> NO_DISKS = List.of("loop", "ram", "zram", "sr", "fd", "dm-", "md");

    private HostReading() {}

    static Map<String, Long> of(ProcFiles proc) {
        Map<String, Long> values = new LinkedHashMap<>();
        processors(proc.lines("stat"), values);
        values.put("available_bytes", KIB * ProcFiles.number(proc.words("meminfo", "MemAvailable:"), 0));
        values.put("page_cache_bytes", KIB * ProcFiles.number(proc.words("meminfo", "Cached:"), 0));
        disks(proc.lines("diskstats"), values);
        networks(proc.lines("net/dev"), values);
        pressure(proc, values);
        return values;
    }

    private static void processors(List<String> lines, Map<String, Long> values) {
        long cores = 0;
        for (String line : lines) {
            List<String> words = ProcFiles.split(line);
            String name = words.getFirst();
            if (name.equals("cpu")) {
                values.put("user_ns", TICK_NS * (ProcFiles.number(words, 1) + ProcFiles.number(words, 2)));
                values.put("system_ns", TICK_NS * (ProcFiles.number(words, 3) + interrupts(words)));
                values.put("idle_ns", TICK_NS * ProcFiles.number(words, 4));
                values.put("iowait_ns", TICK_NS * ProcFiles.number(words, 5));
                values.put("steal_ns", TICK_NS * ProcFiles.number(words, 8));
            } else if (name.startsWith("cpu")) {
                cores++;
                long idle = ProcFiles.number(words, 4) + ProcFiles.number(words, 5);
                values.put("core_" + name.substring(3) + "_idle_ns", TICK_NS * idle);
            } else if (name.equals("ctxt")) {
                values.put("context_switches", ProcFiles.number(words, 1));
            } else if (name.equals("procs_running")) {
                values.put("run_queue", ProcFiles.number(words, 1));
            }
        }
        values.put("cores", cores);
    }

    private static long interrupts(List<String> words) {
        return ProcFiles.number(words, 6) + ProcFiles.number(words, 7);
    }

    /** A disk's partitions have its name with a number: the disk itself counts. */
    private static void disks(List<String> lines, Map<String, Long> values) {
        for (String line : lines) {
            List<String> words = ProcFiles.split(line);
            String name = words.size() > 2 ? words.get(2) : "";
            if (name.isEmpty() || NO_DISKS.stream().anyMatch(name::startsWith) || isPartition(name, lines)) {
                continue;
            }
            add(values, "disk_read_bytes", SECTOR_BYTES * ProcFiles.number(words, 5));
            add(values, "disk_written_bytes", SECTOR_BYTES * ProcFiles.number(words, 9));
            add(values, "disk_flushes", ProcFiles.number(words, 18));
            values.put("disk_" + name + "_busy_ns", MS_NS * ProcFiles.number(words, 12));
        }
    }

    private static boolean isPartition(String name, List<String> lines) {
        return lines.stream()
                .map(line -> ProcFiles.split(line).get(2))
                .anyMatch(disk -> name.length() > disk.length()
                        && name.startsWith(disk)
                        && name.substring(disk.length()).matches("p?\\d+"));
    }

    private static void networks(List<String> lines, Map<String, Long> values) {
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                List<String> words = ProcFiles.split(line.substring(colon + 1));
                add(values, "network_received_bytes", ProcFiles.number(words, 0));
                add(values, "network_sent_bytes", ProcFiles.number(words, 8));
            }
        }
    }

    /** Time in which some task of the host waited for it. Absent where the kernel does not count that. */
    private static void pressure(ProcFiles proc, Map<String, Long> values) {
        for (String resource : List.of("cpu", "io", "memory")) {
            proc.words("pressure/" + resource, "some").stream()
                    .filter(word -> word.startsWith("total="))
                    .map(word -> List.of(word.substring("total=".length())))
                    .forEach(total -> values.put(resource + "_pressure_ns", US_NS * ProcFiles.number(total, 0)));
        }
    }

    private static void add(Map<String, Long> values, String name, long more) {
        values.merge(name, more, Long::sum);
    }
}
