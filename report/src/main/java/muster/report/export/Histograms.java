package muster.report.export;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import muster.store.file.sqlite.StoreException;
import org.HdrHistogram.Histogram;

/** Raw histograms of the store as objects of the HdrHistogram library. */
final class Histograms {
    private Histograms() {}

    /** Of a blob that hdr_merge made, which checks what it reads. */
    static Histogram decode(byte[] blob) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(blob), 0);
        } catch (DataFormatException damaged) {
            throw new StoreException("a histogram is damaged: " + damaged.getMessage(), damaged);
        }
    }
}
