package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a coordinator keeps of runs that are over: after a collection it is as small as it was. */
@Tag("nightly")
class CoordinatorMemoryIT {
    private static final int FIRST = Integer.getInteger("muster.memoryRuns", 50);
    private static final int ALL = 6 * FIRST;
    private static final long MAX_GROWTH_BYTES = 4L << 20;

    @TempDir
    private Path folder;

    @Test
    void a_coordinator_is_no_larger_after_three_hundred_runs_than_after_fifty() {
        Farm farm = new Farm(folder);
        try {
            Background.One coordinator = farm.coordinator();
            farm.worker("a");
            Path plan = farm.plan("operations: 200, clients: 4");
            run(farm, plan, FIRST);
            long before = liveBytes(coordinator);
            run(farm, plan, ALL - FIRST);
            long after = liveBytes(coordinator);
            assertThat(after - before)
                    .as(before + " bytes live after " + FIRST + " runs, " + after + " after " + ALL)
                    .isLessThan(MAX_GROWTH_BYTES);
        } finally {
            farm.close();
        }
    }

    private static void run(Farm farm, Path plan, int times) {
        for (int i = 0; i < times; i++) {
            Shell.Result run =
                    Cli.run("run", plan.toString(), "--coordinator", farm.address(), "--expect-workers", "1");
            assertThat(run.exitCode()).as(run.out() + run.err()).isIn(0, 111);
        }
    }

    /** A histogram of classes collects all garbage first; its last line has the sum. */
    private long liveBytes(Background.One coordinator) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        String histogram = Shell.in(folder)
                .run(jcmd.toString(), Long.toString(coordinator.process().pid()), "GC.class_histogram")
                .out();
        String total =
                histogram.strip().lines().reduce("", (first, last) -> last).trim();
        return Long.parseLong(total.substring(total.lastIndexOf(' ') + 1));
    }
}
