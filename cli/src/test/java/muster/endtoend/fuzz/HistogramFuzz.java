package muster.endtoend.fuzz;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import muster.model.AnswerReport;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Window;
import muster.model.PhaseAt;
import muster.model.SampledOperations;
import muster.model.Series;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.store.file.histogram.InvalidSnapshotException;
import muster.store.file.phase.SnapshotCheck;

/** The decoder of histograms, as blobs come in, and past their compression. */
public final class HistogramFuzz {
    private static final long MAX_BYTES = 64L << 20;

    static {
        // What loading classes takes is not the decoder's.
        tryVerify(new byte[0]);
        tryVerify(deflated(withHeader(new byte[] {2})));
    }

    private HistogramFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        verify(data);
        verify(deflated(data));
        verify(deflated(withHeader(data)));
    }

    private static void verify(byte[] blob) {
        long usedBytes = allocated();
        tryVerify(blob);
        if (allocated() - usedBytes > MAX_BYTES) {
            throw new IllegalStateException((allocated() - usedBytes) + " bytes for a blob of " + blob.length);
        }
    }

    private static void tryVerify(byte[] blob) {
        try {
            SnapshotCheck.verify(report(blob));
        } catch (InvalidSnapshotException expected) {
            // That is what it is for.
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    static byte[] deflated(byte[] inner) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        deflater.setInput(inner);
        deflater.finish();
        byte[] content = new byte[inner.length + 64];
        int length = deflater.deflate(content);
        deflater.end();
        return ByteBuffer.allocate(8 + length)
                .putInt(0x1c849314)
                .putInt(length)
                .put(content, 0, length)
                .array();
    }

    /** So that counts are reached at all. */
    static byte[] withHeader(byte[] counts) {
        return ByteBuffer.allocate(40 + counts.length)
                .putInt(0x1c849313)
                .putInt(counts.length)
                .putInt(0)
                .putInt(3)
                .putLong(1)
                .putLong(3_600_000_000_000L)
                .putDouble(1)
                .put(counts)
                .array();
    }

    private static SnapshotReport report(byte[] blob) {
        IntervalFigures figures = new IntervalFigures(
                new Window(0, 1, 1, 1),
                List.of(series("service", blob), series("response", blob)),
                0,
                0,
                List.of(),
                SampledOperations.NONE);
        return new SnapshotReport(
                new SnapshotKey(new PhaseAt(1, 1, 1, "measure"), 1, 1),
                0,
                "a",
                1,
                true,
                figures,
                List.of(new IndexRange(0, 1, 1)),
                AnswerReport.NONE,
                Map.of());
    }

    private static Series series(String timing, byte[] blob) {
        return new Series(new Series.Key("noop", timing, "ok"), 1, Series.Counters.NONE, "", blob);
    }
}
