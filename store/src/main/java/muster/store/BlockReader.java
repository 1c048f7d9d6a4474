package muster.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.store.statistics.BlockBootstrap;
import org.jspecify.annotations.Nullable;

/** Cuts the measured phases of one step into blocks of whole seconds of the coordinator's clock. */
public final class BlockReader implements AutoCloseable {
    /** The name under which all operations together are told, where there are several. */
    public static final String ALL = "all operations";

    private final Blobs blobs = new Blobs();
    private final Map<String, Cut> cuts = new LinkedHashMap<>();
    private final Map<String, OperationBlocks> operations = new TreeMap<>();

    private BlockReader() {}

    /**
     * The operations of a step by name, and {@link #ALL}.
     *
     * @param timing which latencies: "response" or "service"
     */
    public static Map<String, OperationBlocks> read(Query query, long run, int step, String timing) {
        String of = " WHERE run_id = " + run + " AND step = " + step;
        try (BlockReader reader = new BlockReader()) {
            query.stream(
                    "SELECT trial, phase, start_ns, measured_until_ns FROM phase" + of + " AND kind = 'measure'"
                            + " AND state <> 'abandoned' AND start_ns > 0 AND measured_until_ns > start_ns"
                            + " ORDER BY trial, ordinal",
                    (Each) reader::cut);
            query.stream("SELECT trial, phase, unix_second, operation, ok_in_time FROM interval" + of, (Each)
                    reader::completed);
            query.stream(
                    "SELECT trial, phase, start_ns / 1000000000, operation, histogram FROM snapshot" + of
                            + " AND timing = '" + timing + "' AND outcome = 'ok' AND accepted = 1",
                    (Each) reader::latencies);
            return reader.withAll();
        }
    }

    /** A phase: which blocks of its trial are its own. */
    private record Cut(int trial, long firstSecond, int seconds, int firstBlock, double[] widths) {
        /** Drained operations, which came later, belong to the last block. */
        int block(long second) {
            long at = Math.clamp(second - firstSecond, 0, seconds - 1);
            int length = seconds / widths.length;
            return firstBlock + (int) Math.min(at / length, widths.length - 1);
        }
    }

    private void cut(List<@Nullable Object> row) {
        long startNs = number(row, 2);
        long endNs = number(row, 3);
        long first = IntervalRows.secondOf(startNs);
        int seconds = (int) (IntervalRows.secondOf(endNs - 1) - first) + 1;
        double[] widths = widths(startNs, endNs, seconds);
        int trial = trial(number(row, 0));
        int before = cuts.values().stream()
                .filter(cut -> cut.trial == trial)
                .mapToInt(cut -> cut.widths.length)
                .sum();
        cuts.put(row.get(0) + " " + row.get(1), new Cut(trial, first, seconds, before, widths));
    }

    /** Numbers without a gap: an abandoned trial has taken one. */
    private int trial(long stored) {
        List<String> before = new ArrayList<>(cuts.keySet());
        return before.stream()
                .filter(key -> key.startsWith(stored + " "))
                .findFirst()
                .map(key -> known(key).trial)
                .orElseGet(() ->
                        1 + cuts.values().stream().mapToInt(Cut::trial).max().orElse(0));
    }

    private Cut known(String key) {
        Cut cut = cuts.get(key);
        if (cut == null) {
            throw new IllegalStateException("no phase " + key);
        }
        return cut;
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

    private void completed(List<@Nullable Object> row) {
        Cut cut = cuts.get(row.get(0) + " " + row.get(1));
        if (cut != null) {
            operation(row).ok(cut.trial, cut.block(number(row, 2)), number(row, 4));
        }
    }

    private void latencies(List<@Nullable Object> row) {
        Cut cut = cuts.get(row.get(0) + " " + row.get(1));
        if (cut != null && row.get(4) instanceof byte[] blob) {
            operation(row).latencies(cut.trial, cut.block(number(row, 2)), decoded(blob));
        }
    }

    private Decoded decoded(byte[] blob) {
        try {
            return blobs.decode(blob);
        } catch (BadSnapshot damaged) {
            throw new StoreException("a damaged histogram: " + damaged.getMessage(), damaged);
        }
    }

    private OperationBlocks operation(List<@Nullable Object> row) {
        return operations.computeIfAbsent(String.valueOf(row.get(3)), name -> empty());
    }

    private OperationBlocks empty() {
        OperationBlocks blocks = new OperationBlocks();
        cuts.values().forEach(cut -> blocks.blocks(cut.trial, cut.widths));
        return blocks;
    }

    private Map<String, OperationBlocks> withAll() {
        List<OperationBlocks> counted = operations.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(Aggregate.TRANSACTION))
                .map(Map.Entry::getValue)
                .toList();
        if (counted.size() > 1) {
            OperationBlocks all = empty();
            counted.forEach(all::add);
            operations.put(ALL, all);
        }
        return operations;
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
