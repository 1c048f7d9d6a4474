package muster.coordinator.observe;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.host.ProcFiles;
import muster.protocol.ResourceSample;
import muster.protocol.ThreadTime;

/** Reads one process and this host, as an observer sends it and as the coordinator takes it. One thread at a time. */
public final class SampleReader {
    /** A server with more threads is known by those that ran most. */
    private static final int MAX_THREADS = 1_000;

    private static final Path TEMPORARY = Path.of("/tmp");

    private final ProcFiles proc = ProcFiles.ofHost();
    private final AllowedCores allowed = new AllowedCores(proc);
    private long watched = -1;
    private ProcessWatch watch = new ProcessWatch(proc, watched);

    /** At a time of {@link System#nanoTime}; without the name of the server, and nothing of the process if it is not there. */
    public ResourceSample.Builder read(long pid) {
        ResourceSample.Builder sample = ResourceSample.newBuilder().putAllHost(HostReading.of(proc));
        // Just before what it is the time of: threads and heap take a while to read, the longer the busier the host is.
        sample.setReadAtNs(System.nanoTime());
        if (pid != watched) {
            watched = pid;
            watch = new ProcessWatch(proc, pid);
        }
        ProcessReading process = watch.read();
        if (process.alive()) {
            sample.putAllProcess(process.values())
                    .putAllProcess(JvmReading.of(TEMPORARY, pid))
                    .setAllowedCores(allowed.of(pid));
            process.threads().entrySet().stream()
                    .map(thread -> time(Long.parseLong(thread.getKey()), thread.getValue()))
                    .sorted(Comparator.comparingLong(ThreadTime::getRanNs).reversed())
                    .limit(MAX_THREADS)
                    .forEach(sample::addThreads);
        }
        return sample;
    }

    private static ThreadTime time(long number, ProcessReading.ThreadTimes thread) {
        return ThreadTime.newBuilder()
                .setThread(number)
                .setName(thread.name())
                .setRanNs(thread.ranNs())
                .setWaitedNs(thread.waitedNs())
                .build();
    }

    static ProcessReading process(ResourceSample sample) {
        Map<String, ProcessReading.ThreadTimes> threads = new LinkedHashMap<>();
        sample.getThreadsList()
                .forEach(thread -> threads.put(
                        Long.toUnsignedString(thread.getThread()),
                        new ProcessReading.ThreadTimes(thread.getName(), thread.getRanNs(), thread.getWaitedNs())));
        return new ProcessReading(sample.getProcessCount() > 0, sample.getProcessMap(), threads);
    }

    /** As the process calls itself, such as "java"; "" if there is none. */
    public String name(long pid) {
        return String.join("", proc.lines(pid + "/comm"));
    }
}
