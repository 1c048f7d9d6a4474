package muster.worker.engine.execution;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;
import muster.workloads.target.ServerStage;
import muster.workloads.target.Stage;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;

/** The timings of a series as small numbers, and the one histogram configuration that every part of Muster reads. */
public final class Timings {
    public static final int SERVICE = 0;
    public static final int RESPONSE = 1;

    private static final long HIGHEST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;
    private static final long FEW_SAMPLES = 100;
    private static final Stage[] STAGES = Stage.values();
    private static final int FIRST_OF_SERVERS = 2 + STAGES.length;
    /** Fits into the bits of a long. */
    public static final int COUNT = FIRST_OF_SERVERS + ServerStage.MAX;

    private Timings() {}

    /** The numbers are of this process only: they index arrays on the way of every operation. */
    @SuppressWarnings("EnumOrdinal")
    static int of(Stage stage) {
        return 2 + stage.ordinal();
    }

    static int of(ServerStage stage) {
        return FIRST_OF_SERVERS + stage.ordinal();
    }

    public static String label(int timing) {
        return switch (timing) {
            case SERVICE -> "service";
            case RESPONSE -> "response";
            default ->
                timing < FIRST_OF_SERVERS
                        ? STAGES[timing - 2].label()
                        : ServerStage.at(timing - FIRST_OF_SERVERS).label();
        };
    }

    public static IntCountsHistogram histogram() {
        return new IntCountsHistogram(1, HIGHEST_NS, DIGITS);
    }

    /**
     * HdrHistogram V2 compressed. Few samples are not deflated: that would save 15 to 65 bytes, and to inflate them takes eight
     * times as long, which a coordinator does for thousands of workers.
     */
    public static byte[] encode(AbstractHistogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int level = histogram.getTotalCount() <= FEW_SAMPLES ? Deflater.NO_COMPRESSION : Deflater.BEST_SPEED;
        return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer, level));
    }

    /** The value as the histogram can hold it. */
    public static long clamp(long valueNs) {
        return Math.clamp(valueNs, 0, HIGHEST_NS);
    }
}
