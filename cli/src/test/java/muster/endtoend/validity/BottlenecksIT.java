package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import muster.benchmarks.bottlenecks.Bottleneck;
import muster.benchmarks.bottlenecks.CellResult;
import muster.benchmarks.bottlenecks.Load;
import muster.benchmarks.bottlenecks.Matrix;
import muster.endtoend.Shell;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Staged bottlenecks with real processes: each run gets the verdict that its stage deserves, and names the culprit.
 * {@code benchmarks/bottlenecks} is the same as a command.
 */
@Tag("slow")
@Tag("alone")
@Tag("thorough")
class BottlenecksIT {
    private static final int SHORT_S = 3;
    private static final int WHOLE_S = 4;

    private final long seed = ThreadLocalRandom.current().nextLong(1_000_000);

    /** Far enough from every limit to come out the same on a busy machine. */
    @TestFactory
    Stream<DynamicTest> a_bottleneck_of_the_generator_is_invalid_and_one_of_the_database_valid() {
        return Stream.of(Bottleneck.GENERATOR_CPU, Bottleneck.SERVER_DELAY, Bottleneck.LOCK)
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> check(row, List.of(Load.CLOSED_64), SHORT_S)));
    }

    /** Here a competing process would be a bottleneck that nobody staged. */
    @Tag("nightly")
    @TestFactory
    Stream<DynamicTest> every_cell_of_the_matrix_is_right_on_a_quiet_machine() {
        return Stream.of(Bottleneck.values())
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> {
                    var system = ManagementFactory.getOperatingSystemMXBean();
                    assumeThat(system.getSystemLoadAverage())
                            .as("load average")
                            .isLessThan(2.0 * system.getAvailableProcessors());
                    check(row, List.of(Load.values()), WHOLE_S);
                }));
    }

    private void check(Bottleneck row, List<Load> loads, int seconds) throws Exception {
        assumeThat(Shell.in(Shell.CHECKOUT)
                        .run("sh", "-c", "command -v taskset")
                        .exitCode())
                .as("taskset")
                .isZero();
        try (Matrix matrix = new Matrix(Shell.CHECKOUT, seconds, seed)) {
            matrix.row(row, loads, result -> isRight(result));
        }
    }

    private void isRight(CellResult result) {
        System.out.println(result.line());
        assertThat(result.right()).as("seed " + seed + ": " + result.line()).isTrue();
    }
}
