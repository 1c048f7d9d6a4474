package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often a 95 % interval of pairs contains the truth: by Student's t, and by the studentised bootstrap, which was used
 * before. {@code ./mvnw -pl store test -Dtest=IntervalCoverageTest -Dmuster.tests.excluded= -Dmuster.publish=true} writes
 * benchmarks/results/interval-coverage.csv.
 */
class IntervalCoverageTest {
    private static final Path PUBLISHED = Path.of("../benchmarks/results/interval-coverage.csv");
    private static final String HEAD = "seed,distribution,pairs,method,series,coverage";
    private static final long SEED = 20261124;
    private static final int SERIES = 4_000;
    private static final int[] PAIRS = {6, 10, 16, 30};

    /** Logarithms of ratios, with mean 0. */
    private enum Distribution {
        NORMAL,
        /** One pair in ten is disturbed, tenfold: what else a machine does. */
        OUTLIERS,
        /** A long tail to one side. */
        SKEWED;

        double draw(Random random) {
            return switch (this) {
                case NORMAL -> random.nextGaussian();
                case OUTLIERS -> (random.nextInt(10) == 0 ? 10 : 1) * random.nextGaussian();
                case SKEWED -> -StrictMath.log(1 - random.nextDouble()) - 1;
            };
        }
    }

    /** Makes an interval of values; the seed is that of a bootstrap. */
    private interface Method {
        Interval of(double[] values, long seed);
    }

    @Test
    void students_intervals_contain_the_truth_as_often_as_published() throws IOException {
        List<String> rows = rows("student", (values, seed) -> Mean.of(values), SERIES);
        assertThat(Files.readAllLines(PUBLISHED)).contains(HEAD).containsAll(rows);
        assertThat(rows)
                .filteredOn(row -> !row.contains("skewed"))
                .allSatisfy(row -> assertThat(coverage(row)).isBetween(0.94, 0.985));
        assertThat(rows)
                .filteredOn(row -> row.contains("skewed"))
                .allSatisfy(row -> assertThat(coverage(row)).isGreaterThan(0.87));
    }

    /** The reason for Student's t at all sizes. */
    @Test
    void with_outliers_the_bootstrap_contains_the_truth_less_often() {
        double bootstrap = coverage(Distribution.OUTLIERS, 30, StudentisedBootstrap::of, 400);
        System.out.println("seed " + SEED + ", coverage of the bootstrap with outliers, 30 pairs: " + bootstrap);
        assertThat(bootstrap).isLessThan(0.92);
    }

    @Test
    @Tag("nightly")
    void the_whole_table_is_as_published() throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        lines.addAll(rows("student", (values, seed) -> Mean.of(values), SERIES));
        lines.addAll(rows("studentised bootstrap", StudentisedBootstrap::of, SERIES));
        if (Boolean.getBoolean("muster.publish")) {
            Files.createDirectories(PUBLISHED.getParent());
            Files.write(PUBLISHED, lines);
        }
        assertThat(Files.readAllLines(PUBLISHED)).isEqualTo(lines);
    }

    private static double coverage(String row) {
        return Double.parseDouble(row.substring(row.lastIndexOf(',') + 1));
    }

    private static List<String> rows(String name, Method method, int series) {
        List<String> rows = new ArrayList<>();
        for (Distribution distribution : Distribution.values()) {
            for (int pairs : PAIRS) {
                rows.add(String.format(
                        Locale.ROOT,
                        "%d,%s,%d,%s,%d,%.4f",
                        SEED,
                        distribution.name().toLowerCase(Locale.ROOT),
                        pairs,
                        name,
                        series,
                        coverage(distribution, pairs, method, series)));
            }
        }
        return rows;
    }

    private static double coverage(Distribution distribution, int pairs, Method method, int series) {
        Random random = new Random(SEED);
        int contained = 0;
        for (int i = 0; i < series; i++) {
            double[] values = new double[pairs];
            Arrays.setAll(values, k -> distribution.draw(random));
            contained += method.of(values, i).contains(0) ? 1 : 0;
        }
        return contained / (double) series;
    }
}
