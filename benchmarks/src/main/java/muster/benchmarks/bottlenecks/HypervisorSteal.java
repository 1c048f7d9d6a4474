package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much of this machine's processor time its hypervisor gave to others, between two readings of /proc/stat. No stage
 * makes it: a cell that it disturbed shows nothing about the stage.
 */
record HypervisorSteal(long stolenTicks, long allTicks) {
    private static final int STEAL_COLUMN = 7;
    private static final int COLUMNS = 8;

    /** Since the machine started; zero where the kernel does not tell. */
    static HypervisorSteal read() throws IOException {
        Path stat = Path.of("/proc/stat");
        if (!Files.exists(stat)) {
            return new HypervisorSteal(0, 0);
        }
        String[] columns = Files.readAllLines(stat)
                .getFirst()
                .substring("cpu".length())
                .trim()
                .split(" +", -1);
        long all = 0;
        for (int i = 0; i < Math.min(COLUMNS, columns.length); i++) {
            all += Long.parseLong(columns[i]);
        }
        return new HypervisorSteal(columns.length > STEAL_COLUMN ? Long.parseLong(columns[STEAL_COLUMN]) : 0, all);
    }

    /** Of all cores' time since an earlier reading, from 0 to 1. */
    double shareSince(HypervisorSteal earlier) {
        return (double) (stolenTicks - earlier.stolenTicks) / Math.max(1, allTicks - earlier.allTicks);
    }
}
