package muster.targets.arrow;

import java.nio.ByteOrder;
import java.nio.IntBuffer;
import muster.workloads.operation.RowHash;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/**
 * Takes record batches of ids and vectors. Bytes are those of the content, 8 an id and 4 a float, as for every client.
 */
final class BatchReader {
    private final boolean checked;
    private long rows;
    private long bytes;
    private long content;

    BatchReader(boolean checked) {
        this.checked = checked;
    }

    void read(FlightStream stream, int position, Probe probe) {
        while (stream.next()) {
            VectorSchemaRoot batch = stream.getRoot();
            if (rows == 0 && batch.getRowCount() > 0) {
                probe.reached(Stage.FIRST_ROW);
            }
            take((BigIntVector) batch.getVector(0), (FixedSizeListVector) batch.getVector(1));
        }
        probe.reached(Stage.ROWS);
        probe.elements(position, rows);
        probe.bytes(0, bytes);
        probe.content(content);
    }

    private void take(BigIntVector ids, FixedSizeListVector vectors) {
        int count = ids.getValueCount();
        rows += count;
        bytes += count * (Long.BYTES + (long) Float.BYTES * vectors.getListSize());
        if (checked && count > 0) {
            content += hash(ids, vectors, new RowHash(vectors.getListSize()));
        }
    }

    private static long hash(BigIntVector ids, FixedSizeListVector vectors, RowHash hash) {
        int length = ids.getValueCount() * hash.dimension();
        IntBuffer bits = vectors.getDataVector()
                .getDataBuffer()
                .nioBuffer(0, length * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer();
        long sum = 0;
        for (int row = 0; row < ids.getValueCount(); row++) {
            long terms = 0;
            for (int i = 0; i < hash.dimension(); i++) {
                terms += hash.term(i, bits.get(row * hash.dimension() + i));
            }
            sum += RowHash.of(ids.get(row), terms);
        }
        return sum;
    }
}
