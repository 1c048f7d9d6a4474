package muster.coordinator.observe;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.observe.ProcessReading.ThreadTimes;
import muster.host.ProcFiles;

/** Adds up what processes and their descendants use, from /proc/PID (proc(5)). For one reading. */
final class ProcessReader {
    private static final long TICK_NS = 10_000_000;
    private static final long PAGE_BYTES = 4_096;
    // Places in /proc/PID/stat after the name, which stands in brackets. Those of ended children come after the own
    // ones.
    private static final int STATE = 0;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int ENDED = 2;
    // Places in /proc/PID/statm.
    private static final int RESIDENT = 1;
    private static final int SHARED = 2;
    private static final List<String> GAUGES = List.of(
            "processes",
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

    private final ProcFiles proc;
    private final Map<String, Long> values = new LinkedHashMap<>();
    private final Map<String, ThreadTimes> threads = new HashMap<>();
    private final Map<String, Times> processes = new HashMap<>();
    private final Map<String, Sleeper> slept;
    private final Map<String, Sleeper> sleeping = new HashMap<>();
    private long mostSharedPages;

    /**
     * Processor time of a process.
     *
     * @param ownNs without that of its children
     * @param endedNs of its children that have ended, and of theirs
     */
    private record Times(long ownNs, long endedNs) {
        static Times of(List<String> stat) {
            long own = ProcFiles.number(stat, USER) + ProcFiles.number(stat, SYSTEM);
            long ended = ProcFiles.number(stat, USER + ENDED) + ProcFiles.number(stat, SYSTEM + ENDED);
            return new Times(TICK_NS * own, TICK_NS * ended);
        }
    }

    /**
     * A thread that sleeps and has no children. Until it has run it goes on sleeping and has no new children, so that two thirds of what there is to
     * read of it need not be read: most threads of a server sleep, and a reading of 150 took 13 ms.
     *
     * @param ran its schedstat
     * @param scheduled how often it was given a core
     */
    record Sleeper(String ran, ThreadTimes times, long scheduled) {}

    /** @param slept what {@link #sleeping} said the last time */
    ProcessReader(ProcFiles proc, Map<String, Sleeper> slept) {
        this.proc = proc;
        this.slept = slept;
        GAUGES.forEach(gauge -> values.put(gauge, 0L));
    }

    /** False if there is no such process. One that ends meanwhile is left out. */
    boolean add(String pid) {
        String folder = pid + "/";
        List<String> stat = afterName(proc.lines(folder + "stat"));
        if (stat.isEmpty()) {
            return false;
        }
        processes.put(pid, Times.of(stat));
        long userNs = TICK_NS * (ProcFiles.number(stat, USER) + ProcFiles.number(stat, USER + ENDED));
        long systemNs = TICK_NS * (ProcFiles.number(stat, SYSTEM) + ProcFiles.number(stat, SYSTEM + ENDED));
        add("processes", 1);
        add("user_ns", userNs);
        add("system_ns", systemNs);
        add("cpu_ns", userNs + systemNs);
        add("read_bytes", ProcFiles.number(proc.words(folder + "io", "read_bytes:"), 0));
        add("written_bytes", ProcFiles.number(proc.words(folder + "io", "write_bytes:"), 0));
        add("open_files", proc.names(folder + "fd").size());
        memory(proc.words(folder + "statm", ""));
        // The first one takes over the children of threads that end, and so has new ones without having run.
        proc.names(folder + "task")
                .forEach(thread -> thread(folder + "task/" + thread + "/", thread, thread.equals(pid)));
        return true;
    }

    /**
     * Processor time of children that ended between the reading of their parent and theirs, so that it is in neither. The longer a
     * reading takes, the likelier: all sessions of PostgreSQL end with the phase.
     */
    long missedNs() {
        long missedNs = 0;
        for (Map.Entry<String, Times> process : processes.entrySet()) {
            List<String> stat = afterName(proc.lines(process.getKey() + "/stat"));
            Times before = process.getValue();
            missedNs += stat.isEmpty() ? -before.ownNs - before.endedNs : Times.of(stat).endedNs - before.endedNs;
        }
        return missedNs;
    }

    /** Processes of one server share most of what they share, so it counts once. */
    private void memory(List<String> pages) {
        long shared = ProcFiles.number(pages, SHARED);
        add("resident_bytes", PAGE_BYTES * (ProcFiles.number(pages, RESIDENT) - shared));
        add("resident_bytes", PAGE_BYTES * Math.max(0, shared - mostSharedPages));
        mostSharedPages = Math.max(mostSharedPages, shared);
    }

    private void thread(String folder, String number, boolean first) {
        List<String> lines = proc.lines(folder + "schedstat");
        if (lines.isEmpty()) {
            return;
        }
        String ran = lines.getFirst();
        Sleeper before = slept.get(number);
        if (!first && before != null && before.ran().equals(ran)) {
            count(number, before.times(), before.scheduled());
            add("threads_sleeping", 1);
            sleeping.put(number, before);
            return;
        }
        List<String> stat = proc.lines(folder + "stat");
        if (!stat.isEmpty()) {
            look(folder, number, stat, ran);
        }
    }

    private void look(String folder, String number, List<String> stat, String ran) {
        List<String> words = ProcFiles.split(ran);
        ThreadTimes times = new ThreadTimes(name(stat), ProcFiles.number(words, 0), ProcFiles.number(words, 1));
        long scheduled = ProcFiles.number(words, 2);
        count(number, times, scheduled);
        String state = afterName(stat).get(STATE);
        state(folder, state);
        List<String> children = proc.words(folder + "children", "");
        if (children.isEmpty() && state.equals("S")) {
            sleeping.put(number, new Sleeper(ran, times, scheduled));
        }
        children.forEach(this::add);
    }

    private void count(String number, ThreadTimes thread, long scheduled) {
        threads.put(number, thread);
        add("threads", 1);
        add("run_queue_wait_ns", thread.waitedNs());
        add("scheduled", scheduled);
    }

    private void state(String thread, String state) {
        switch (state) {
            case "R" -> add("threads_running", 1);
            case "S" -> add("threads_sleeping", 1);
            case "D" -> {
                add("threads_on_disk", 1);
                add("threads_in_fsync", isInFsync(thread) ? 1 : 0);
            }
            default -> {}
        }
    }

    /** The first word is the number of the system call; it may be read by who may trace the process. */
    private boolean isInFsync(String thread) {
        List<String> call = proc.lines(thread + "syscall");
        return !call.isEmpty()
                && FSYNC.contains(ProcFiles.split(call.getFirst()).getFirst());
    }

    private void add(String name, long more) {
        values.merge(name, more, Long::sum);
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

    Map<String, Long> values() {
        return values;
    }

    Map<String, Sleeper> sleeping() {
        return sleeping;
    }

    Map<String, ThreadTimes> threads() {
        return threads;
    }
}
