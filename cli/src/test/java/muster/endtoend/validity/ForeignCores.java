package muster.endtoend.validity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Processor time that this machine gave to others than these processes since this was made, from /proc/stat. */
final class ForeignCores {
    private static final double TICK_S = 0.01;
    /** Of the line "cpu": idle and iowait are no use; guests are in user time already. */
    private static final List<Integer> USED = List.of(1, 2, 3, 6, 7, 8);

    private final List<ProcessHandle> ours;
    private final long atNs = System.nanoTime();
    private final double startedS;

    ForeignCores(List<ProcessHandle> ours) {
        this.ours = ours;
        this.startedS = usedS();
    }

    /** Cores on average until now. */
    double used() {
        return (usedS() - startedS) / ((System.nanoTime() - atNs) / 1e9);
    }

    private double usedS() {
        long ownMs = ours.stream()
                .map(process -> process.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .mapToLong(Duration::toMillis)
                .sum();
        return ticks().sum() * TICK_S - ownMs / 1e3;
    }

    private static LongStream ticks() {
        try {
            String[] all = Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +", -1);
            return USED.stream().mapToLong(place -> Long.parseLong(all[place]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
