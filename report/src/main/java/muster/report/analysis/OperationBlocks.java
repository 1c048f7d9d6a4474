package muster.report.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import muster.statistics.BlockBootstrap;
import muster.statistics.Estimate;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.PercentileRank;
import muster.store.file.histogram.ValueCounts;

/**
 * What one operation did in the trials of a step, cut into blocks of time, and how surely its figures are known.
 * Percentiles are interpolated within their bucket: otherwise nearly equal runs would differ by a whole one or by
 * nothing. They are of outcome ok.
 */
public final class OperationBlocks {
    private static final double[] QUANTILES = {0.5, 0.99, 0.999};
    /** An interval needs so many samples beyond the percentile: drawn again, a tail of fewer varies in steps only. */
    private static final int MIN_BEYOND = 10;

    private final List<List<Block>> trials = new ArrayList<>();

    /** Some seconds of a trial. */
    private static final class Block {
        final ValueCounts latencies = new ValueCounts();
        double seconds;
        long ok;

        void add(Block other) {
            ok += other.ok;
            latencies.add(other.latencies);
        }

        static Block merged(List<Block> blocks) {
            Block merged = new Block();
            blocks.forEach(merged::add);
            merged.seconds = blocks.stream().mapToDouble(block -> block.seconds).sum();
            return merged;
        }
    }

    /** What is compared. */
    public enum Figure {
        THROUGHPUT("throughput"),
        P50("p50"),
        P99("p99"),
        P999("p99.9");

        private final String label;

        Figure(String label) {
            this.label = label;
        }

        /** As people write it: "p99.9". */
        public String label() {
            return label;
        }
    }

    /** All figures with their errors: throughput in operations a second, times in nanoseconds. */
    public record Figures(Estimate throughput, Estimate p50, Estimate p99, Estimate p999) {
        public Estimate of(Figure figure) {
            return switch (figure) {
                case THROUGHPUT -> throughput;
                case P50 -> p50;
                case P99 -> p99;
                case P999 -> p999;
            };
        }
    }

    /**
     * The figures.
     *
     * @param seed of the bootstrap: the same operations and seed give the same errors
     */
    public Figures figures(long seed) {
        List<Block> pieces = pieces();
        Weighted weighted = Weighted.of(pieces);
        List<Estimate> all = BlockBootstrap.estimates(pieces.size(), weighted::figures, seed);
        double[] steps = weighted.steps();
        return new Figures(
                recorded(all, steps, 0),
                withEnough(recorded(all, steps, 1), 0),
                withEnough(recorded(all, steps, 2), 1),
                withEnough(recorded(all, steps, 3), 2));
    }

    private static Estimate recorded(List<Estimate> all, double[] steps, int figure) {
        Estimate estimate = all.get(figure);
        return estimate.recordedIn(steps[figure] / estimate.value());
    }

    /** What varies independently: whole trials, or the blocks of the only one. */
    private List<Block> pieces() {
        return trials.size() == 1
                ? trials.getFirst()
                : trials.stream().map(Block::merged).toList();
    }

    public int trials() {
        return trials.size();
    }

    /** Samples of outcome ok. */
    public long samples() {
        return trials.stream()
                .flatMap(List::stream)
                .mapToLong(block -> block.latencies.samples())
                .sum();
    }

    private Estimate withEnough(Estimate estimate, int quantile) {
        if (samples() < PercentileRank.needed(100 * QUANTILES[quantile])) {
            return Estimate.NONE;
        }
        boolean few = samples() * (1 - QUANTILES[quantile]) < MIN_BEYOND;
        return few ? estimate.withoutError() : estimate;
    }

    // ---- filling ----

    /** Begins a trial, or goes on with it: {@code widths} are the seconds that each further block lasts. */
    public void blocks(int trial, double[] widths) {
        while (trials.size() < trial) {
            trials.add(new ArrayList<>());
        }
        for (double seconds : widths) {
            Block block = new Block();
            block.seconds = seconds;
            trials.get(trial - 1).add(block);
        }
    }

    public void ok(int trial, int block, long count) {
        trials.get(trial - 1).get(block).ok += count;
    }

    public void latencies(int trial, int block, DecodedHistogram histogram) {
        trials.get(trial - 1).get(block).latencies.add(histogram);
    }

    /** Adds what another operation did in the same blocks. */
    void add(OperationBlocks other) {
        for (int trial = 0; trial < trials.size(); trial++) {
            for (int block = 0; block < trials.get(trial).size(); block++) {
                trials.get(trial).get(block).add(other.trials.get(trial).get(block));
            }
        }
    }

    // ---- figures of blocks that count several times, or not at all ----

    /** Blocks as rows, the buckets that any of them uses as columns: drawing again is then a sum of a few rows. */
    private record Weighted(double[] seconds, long[] ok, long[] lowest, long[] highest, long[][] counts) {
        /** A clock's step shows as a gap between buckets; one with fewer counts than this share is no step of it. */
        private static final double STRAY = 0.01;

        static Weighted of(List<Block> blocks) {
            Map<Long, Long> buckets = new TreeMap<>();
            for (Block block : blocks) {
                block.latencies.each((lowest, highest, count) -> {
                    buckets.put(lowest, highest);
                    return true;
                });
            }
            return new Weighted(
                    blocks.stream().mapToDouble(block -> block.seconds).toArray(),
                    blocks.stream().mapToLong(block -> block.ok).toArray(),
                    buckets.keySet().stream().mapToLong(Long::longValue).toArray(),
                    buckets.values().stream().mapToLong(Long::longValue).toArray(),
                    blocks.stream().map(block -> row(block, buckets.keySet())).toArray(long[][]::new));
        }

        private static long[] row(Block block, Set<Long> buckets) {
            Map<Long, Long> own = new TreeMap<>();
            block.latencies.each((lowest, highest, count) -> {
                own.put(lowest, count);
                return true;
            });
            return buckets.stream()
                    .mapToLong(bucket -> own.getOrDefault(bucket, 0L))
                    .toArray();
        }

        /** In what steps the figures of all blocks were recorded: an operation in the time, and values near a percentile. */
        double[] steps() {
            int[] once = new int[seconds.length];
            Arrays.fill(once, 1);
            long[] merged = merged(once);
            double[] figures = figures(once);
            double[] steps = new double[figures.length];
            steps[0] = 1 / Arrays.stream(seconds).sum();
            for (int i = 1; i < steps.length; i++) {
                steps[i] = Double.isNaN(figures[i]) ? Double.NaN : (double) step(merged, figures[i]);
            }
            return steps;
        }

        /** The width of the bucket of a value, or the way to the next one on either side that holds as many counts. */
        private long step(long[] merged, double value) {
            int at = 0;
            while (at < merged.length - 1 && highest[at] + 1 < value) {
                at++;
            }
            int before = at - 1;
            int after = at + 1;
            double least = STRAY * (double) merged[at];
            while (before >= 0 && (double) merged[before] < least) {
                before--;
            }
            while (after < merged.length && (double) merged[after] < least) {
                after++;
            }
            long step = highest[at] - lowest[at] + 1;
            step = before < 0 ? step : Math.max(step, lowest[at] - lowest[before]);
            return after == merged.length ? step : Math.max(step, lowest[after] - lowest[at]);
        }

        double[] figures(int[] weights) {
            double time = IntStream.range(0, weights.length)
                    .mapToDouble(block -> weights[block] * seconds[block])
                    .sum();
            long done = IntStream.range(0, weights.length)
                    .mapToLong(block -> weights[block] * ok[block])
                    .sum();
            double[] figures = new double[1 + QUANTILES.length];
            figures[0] = done / time;
            percentiles(merged(weights), figures);
            return figures;
        }

        private long[] merged(int[] weights) {
            long[] merged = new long[lowest.length];
            for (int block = 0; block < weights.length; block++) {
                if (weights[block] > 0) {
                    long[] row = counts[block];
                    for (int i = 0; i < merged.length; i++) {
                        merged[i] += weights[block] * row[i];
                    }
                }
            }
            return merged;
        }

        private void percentiles(long[] merged, double[] figures) {
            long samples = 0;
            for (long count : merged) {
                samples += count;
            }
            long seen = 0;
            int next = 0;
            for (int i = 0; i < merged.length; i++) {
                for (; next < QUANTILES.length && seen + merged[i] >= QUANTILES[next] * samples; next++) {
                    double within = merged[i] == 0 ? 0 : (QUANTILES[next] * samples - seen) / merged[i];
                    figures[next + 1] = lowest[i] + within * (highest[i] - lowest[i] + 1);
                }
                seen += merged[i];
            }
            for (; next < QUANTILES.length; next++) {
                figures[next + 1] = Double.NaN;
            }
        }
    }
}
