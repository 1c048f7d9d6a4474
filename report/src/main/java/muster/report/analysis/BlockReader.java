package muster.report.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.model.CheckRow;
import muster.model.CountedOperations;
import muster.statistics.BlockBootstrap;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.histogram.InvalidSnapshotException;
import muster.store.file.phase.IntervalRows;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import muster.store.table.RowSink;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the measured phases of one step into blocks of whole seconds of the coordinator's clock. Each phase stands for
 * itself: an operation is divided by the time of the phases that it was executed in, and of no other.
 */
public final class BlockReader implements AutoCloseable {
    /** The name under which all operations of a phase together are told, where there are several. */
    public static final String ALL = "all operations";

    private final HistogramDecoder blobs = new HistogramDecoder();
    private final Map<String, Phase> phases = new LinkedHashMap<>();

    private BlockReader() {}

    /**
     * The operations of each measured phase of a step by name, and {@link #ALL}; phases in their order. A trial that the
     * answer of a sweep leaves out has no verdict, so no comparison may use it.
     *
     * @param timing which latencies: "response" or "service"
     */
    public static Map<String, Map<String, OperationBlocks>> read(Query query, long run, int step, String timing) {
        String of = " WHERE run_id = " + run + " AND step = " + step;
        try (BlockReader reader = new BlockReader()) {
            query.stream(
                    "SELECT trial, phase, start_ns, measured_until_ns FROM phase" + of + " AND kind = 'measure'"
                            + " AND state <> 'abandoned' AND start_ns > 0 AND measured_until_ns > start_ns"
                            + " AND trial NOT IN (SELECT trial FROM check_result" + of + " AND kind = 'fact'"
                            + " AND name = '" + CheckRow.LEFT_OUT + "') ORDER BY ordinal, trial",
                    (Each) reader::cut);
            query.stream("SELECT trial, phase, unix_second, operation, ok_in_time FROM interval" + of, (Each)
                    reader::completed);
            query.stream(
                    "SELECT trial, phase, start_ns / 1000000000, full_operation, histogram FROM snapshot" + of
                            + " AND timing = '" + timing + "' AND outcome = 'ok' AND accepted = 1",
                    (Each) reader::latencies);
            return reader.withAll();
        }
    }

    /** A measured phase in all its trials, which are numbered here without a gap: an abandoned one has taken a number. */
    private static final class Phase {
        final Map<Long, Cut> trials = new LinkedHashMap<>();
        final Map<String, OperationBlocks> operations = new TreeMap<>();

        OperationBlocks operation(String name) {
            return operations.computeIfAbsent(name, any -> empty());
        }

        OperationBlocks empty() {
            OperationBlocks blocks = new OperationBlocks();
            trials.values().forEach(cut -> blocks.blocks(cut.trial, cut.widths));
            return blocks;
        }

        Map<String, OperationBlocks> withAll() {
            List<OperationBlocks> counted = operations.entrySet().stream()
                    .filter(entry -> CountedOperations.contain(entry.getKey()))
                    .map(Map.Entry::getValue)
                    .toList();
            if (counted.size() > 1) {
                OperationBlocks all = empty();
                counted.forEach(all::add);
                operations.put(ALL, all);
            }
            return operations;
        }
    }

    /** A phase of one trial. */
    private record Cut(int trial, long firstSecond, int seconds, double[] widths) {
        /** Drained operations, which came later, belong to the last block. */
        int block(long second) {
            long at = Math.clamp(second - firstSecond, 0, seconds - 1);
            int length = seconds / widths.length;
            return (int) Math.min(at / length, widths.length - 1);
        }
    }

    private void cut(List<@Nullable Object> row) {
        long startNs = number(row, 2);
        long endNs = number(row, 3);
        long first = IntervalRows.secondOf(startNs);
        int seconds = (int) (IntervalRows.secondOf(endNs - 1) - first) + 1;
        Phase phase = phases.computeIfAbsent(String.valueOf(row.get(1)), name -> new Phase());
        int trial = phase.trials.size() + 1;
        phase.trials.put(number(row, 0), new Cut(trial, first, seconds, widths(startNs, endNs, seconds)));
    }

    private static double[] widths(long startNs, long endNs, int seconds) {
        double[] widths = new double[BlockBootstrap.blocks(seconds)];
        long length = seconds / widths.length * IntervalRows.SECOND_NS;
        long fromNs = IntervalRows.secondOf(startNs) * IntervalRows.SECOND_NS;
        for (int i = 0; i < widths.length; i++) {
            long untilNs = i == widths.length - 1 ? endNs : fromNs + (i + 1) * length;
            widths[i] = (untilNs - Math.max(startNs, fromNs + i * length)) / 1e9;
        }
        return widths;
    }

    /** Takes the place of a row: the blocks of its operation, and which of them. */
    private interface Placed {
        void at(OperationBlocks blocks, int trial, int block);
    }

    private void place(List<@Nullable Object> row, Placed placed) {
        Phase phase = phases.get(String.valueOf(row.get(1)));
        Cut cut = phase == null ? null : phase.trials.get(number(row, 0));
        if (phase != null && cut != null) {
            placed.at(phase.operation(String.valueOf(row.get(3))), cut.trial, cut.block(number(row, 2)));
        }
    }

    private void completed(List<@Nullable Object> row) {
        place(row, (blocks, trial, block) -> blocks.ok(trial, block, number(row, 4)));
    }

    private void latencies(List<@Nullable Object> row) {
        if (row.get(4) instanceof byte[] blob) {
            place(row, (blocks, trial, block) -> blocks.latencies(trial, block, decoded(blob)));
        }
    }

    private DecodedHistogram decoded(byte[] blob) {
        try {
            return blobs.decode(blob);
        } catch (InvalidSnapshotException damaged) {
            throw new StoreException("a damaged histogram: " + damaged.getMessage(), damaged);
        }
    }

    private Map<String, Map<String, OperationBlocks>> withAll() {
        Map<String, Map<String, OperationBlocks>> all = new LinkedHashMap<>();
        phases.forEach((name, phase) -> all.put(name, phase.withAll()));
        return all;
    }

    private static long number(List<@Nullable Object> row, int column) {
        return row.get(column) instanceof Number number ? number.longValue() : 0;
    }

    @Override
    public void close() {
        blobs.close();
    }

    /** Takes rows only. */
    private interface Each extends RowSink {
        @Override
        default void columns(List<String> columns) {}

        @Override
        default void end() {}
    }
}
