package muster.coordinator.observer;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one process uses at a moment, from /proc/PID (proc(5)).
 *
 * @param alive whether it was there
 * @param values by name, units last; sums since the process started, and gauges
 * @param threads what each has run and waited for a core, by its number
 */
record ProcessReading(boolean alive, Map<String, Long> values, Map<String, ThreadTimes> threads) {
    private static final long TICK_NS = 10_000_000;
    private static final long PAGE_BYTES = 4_096;
    // Places in /proc/PID/stat after the name, which stands in brackets.
    private static final int STATE = 0;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int RESIDENT = 21;
    private static final List<String> GAUGES = List.of(
            "threads",
            "threads_running",
            "threads_sleeping",
            "threads_on_disk",
            "threads_in_fsync",
            "run_queue_wait_ns",
            "scheduled");
    /** The numbers of fsync, fdatasync and msync: of the generic table of aarch64 and others, and of x86-64. */
    private static final List<String> FSYNC =
            System.getProperty("os.arch").equals("amd64") ? List.of("74", "75", "26") : List.of("82", "83", "227");

    /** @param name as the process calls it */
    record ThreadTimes(String name, long ranNs, long waitedNs) {}

    static ProcessReading of(ProcFiles proc, long pid) {
        String folder = pid + "/";
        List<String> stat = afterName(proc.lines(folder + "stat"));
        if (stat.isEmpty()) {
            return new ProcessReading(false, Map.of(), Map.of());
        }
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("user_ns", TICK_NS * ProcFiles.number(stat, USER));
        values.put("system_ns", TICK_NS * ProcFiles.number(stat, SYSTEM));
        values.put("cpu_ns", values.get("user_ns") + values.get("system_ns"));
        values.put("resident_bytes", PAGE_BYTES * ProcFiles.number(stat, RESIDENT));
        values.put("read_bytes", ProcFiles.number(proc.words(folder + "io", "read_bytes:"), 0));
        values.put("written_bytes", ProcFiles.number(proc.words(folder + "io", "write_bytes:"), 0));
        values.put("open_files", (long) proc.names(folder + "fd").size());
        return new ProcessReading(true, values, threads(proc, folder + "task/", values));
    }

    private static Map<String, ThreadTimes> threads(ProcFiles proc, String folder, Map<String, Long> values) {
        Map<String, ThreadTimes> threads = new HashMap<>();
        GAUGES.forEach(gauge -> values.put(gauge, 0L));
        for (String number : proc.names(folder)) {
            List<String> line = proc.lines(folder + number + "/stat");
            List<String> times = proc.lines(folder + number + "/schedstat");
            if (line.isEmpty() || times.isEmpty()) {
                continue;
            }
            List<String> ran = ProcFiles.split(times.getFirst());
            ThreadTimes thread = new ThreadTimes(name(line), ProcFiles.number(ran, 0), ProcFiles.number(ran, 1));
            threads.put(number, thread);
            values.merge("run_queue_wait_ns", thread.waitedNs(), Long::sum);
            values.merge("scheduled", ProcFiles.number(ran, 2), Long::sum);
            state(proc, folder + number, afterName(line).get(STATE), values);
        }
        values.put("threads", (long) threads.size());
        return threads;
    }

    private static void state(ProcFiles proc, String thread, String state, Map<String, Long> values) {
        switch (state) {
            case "R" -> values.merge("threads_running", 1L, Long::sum);
            case "S" -> values.merge("threads_sleeping", 1L, Long::sum);
            case "D" -> {
                values.merge("threads_on_disk", 1L, Long::sum);
                values.merge("threads_in_fsync", isInFsync(proc, thread) ? 1L : 0, Long::sum);
            }
            default -> {}
        }
    }

    /** The first word is the number of the system call; it may be read by who may trace the process. */
    private static boolean isInFsync(ProcFiles proc, String thread) {
        List<String> call = proc.lines(thread + "/syscall");
        return !call.isEmpty()
                && FSYNC.contains(ProcFiles.split(call.getFirst()).getFirst());
    }

    private static String name(List<String> stat) {
        String line = stat.getFirst();
        return line.substring(line.indexOf('(') + 1, line.lastIndexOf(')'));
    }

    private static List<String> afterName(List<String> stat) {
        if (stat.isEmpty()) {
            return List.of();
        }
        String line = stat.getFirst();
        return ProcFiles.split(line.substring(line.lastIndexOf(')') + 1));
    }
}
