package muster.coordinator.observe;

import java.util.OptionalLong;
import muster.coordinator.observe.ProcessReading.ThreadTimes;
import muster.host.ProcFiles;
import org.jspecify.annotations.Nullable;

/**
 * The processor time of a server that runs on this host, by the sums of its threads, which count nanoseconds. One thread at a time: comparisons read
 * it at the edges of turns, as phases with turns do.
 */
public final class ServerCpu {
    private final ProcessWatch process;

    ServerCpu(ProcessWatch process) {
        this.process = process;
    }

    /** Null if the process that listens at the address is not of this host, may not be looked at, or is this very process. */
    public static @Nullable ServerCpu at(String uri) {
        ProcFiles proc = ProcFiles.ofHost();
        OptionalLong pid = new ListeningProcess(proc).findAnother(uri);
        return pid.isPresent() ? new ServerCpu(new ProcessWatch(proc, pid.getAsLong())) : null;
    }

    /** What its threads have run until now, in nanoseconds, also those that have ended since the first reading; empty if it has ended. */
    public OptionalLong ranNs() {
        ProcessReading now = process.read();
        return now.alive()
                ? OptionalLong.of(now.threads().values().stream()
                        .mapToLong(ThreadTimes::ranNs)
                        .sum())
                : OptionalLong.empty();
    }
}
