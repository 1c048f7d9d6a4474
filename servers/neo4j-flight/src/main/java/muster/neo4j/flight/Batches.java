package muster.neo4j.flight;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * The record batches of one stream in order. Several are filled at a time by other threads, while one is sent; how many
 * is bounded, so a reader that is slow holds up the filling and not the memory.
 */
final class Batches implements AutoCloseable {
    private static final int BATCH_BYTES = 2 << 20;
    private static final int AHEAD = 4;

    private final Source source;
    private final StreamTicket ticket;
    private final BufferAllocator allocator;
    private final ExecutorService fillers;
    private final Deque<Future<ArrowRecordBatch>> ahead = new ArrayDeque<>(AHEAD);
    /** Nodes that are looked through for one batch: those of other partitions are left out. */
    private final long stride;

    private final int rows;
    private long next;

    Batches(Source source, StreamTicket ticket, BufferAllocator allocator, ExecutorService fillers) {
        this.source = source;
        this.ticket = ticket;
        this.allocator = allocator;
        this.fillers = fillers;
        this.rows = Math.max(1, BATCH_BYTES / (Long.BYTES + Float.BYTES * source.dimension()));
        this.stride = (long) rows * ticket.partitions();
        while (ahead.size() < AHEAD && submit()) {
            // Until enough are under way.
        }
    }

    private boolean submit() {
        long first = next;
        long end = Math.min(first + stride, source.graph().nodeCount());
        if (first >= end) {
            return false;
        }
        next = end;
        ahead.add(fillers.submit(() -> fill(first, end)));
        return true;
    }

    /** The next one, which the caller closes; null after the last. */
    @Nullable
    ArrowRecordBatch next() throws InterruptedException, ExecutionException {
        Future<ArrowRecordBatch> first = ahead.poll();
        if (first == null) {
            return null;
        }
        submit();
        return first.get();
    }

    private ArrowRecordBatch fill(long first, long end) {
        try (VectorSchemaRoot root = VectorSchemaRoot.create(source.schema(), allocator)) {
            BigIntVector ids = (BigIntVector) root.getVector(Source.ID);
            FixedSizeListVector vectors = (FixedSizeListVector) root.getVector(Source.VECTOR);
            Float4Vector items = (Float4Vector) vectors.getDataVector();
            int most = (int) Math.min(end - first, most(first, end));
            ids.allocateNew(most);
            items.allocateNew(Math.multiplyExact(most, source.dimension()));
            int count = fill(first, end, ids, items);
            ids.setValueCount(count);
            items.setValueCount(count * source.dimension());
            vectors.setValueCount(count);
            root.setRowCount(count);
            root.getFieldVectors().forEach(Batches::allThere);
            return new VectorUnloader(root).getRecordBatch();
        }
    }

    /** Values were written past the vectors' own methods, which would have marked each of them. */
    private static void allThere(FieldVector vector) {
        ArrowBuf validity = vector.getValidityBuffer();
        validity.setOne(0, validity.capacity());
        vector.getChildrenFromFields().forEach(Batches::allThere);
    }

    /** Rows that a range can bring; ids need not be dense, so a partition may have more of it than its share. */
    private long most(long first, long end) {
        if (ticket.partitions() == 1) {
            return end - first;
        }
        long count = 0;
        for (long node = first; node < end; node++) {
            count += mine(source.graph().toOriginalNodeId(node)) ? 1 : 0;
        }
        return Math.max(1, count);
    }

    /** Whole vectors are copied at once, by the widest instructions that there are. A node without one is no row. */
    private int fill(long first, long end, BigIntVector ids, Float4Vector items) {
        LongBuffer idsInto = bytes(ids.getDataBuffer()).asLongBuffer();
        FloatBuffer itemsInto = bytes(items.getDataBuffer()).asFloatBuffer();
        int count = 0;
        for (long node = first; node < end; node++) {
            long id = source.graph().toOriginalNodeId(node);
            float[] vector = mine(id) ? source.values().floatArrayValue(node) : null;
            if (vector != null) {
                idsInto.put(id);
                itemsInto.put(vector, 0, source.dimension());
                count++;
            }
        }
        return count;
    }

    private boolean mine(long id) {
        return ticket.partitions() == 1 || Math.floorMod(id, ticket.partitions()) == ticket.partition();
    }

    private static ByteBuffer bytes(ArrowBuf buffer) {
        return buffer.nioBuffer(0, (int) buffer.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Frees what was filled and is not sent. */
    @Override
    public void close() {
        ahead.forEach(Batches::free);
    }

    private static void free(Future<ArrowRecordBatch> filled) {
        try {
            filled.get().close();
        } catch (ExecutionException | CancellationException e) {
            // It holds nothing.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
