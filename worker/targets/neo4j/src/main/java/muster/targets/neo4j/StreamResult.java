package muster.targets.neo4j;

import java.util.List;
import muster.workloads.operation.RowHash;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;
import org.jspecify.annotations.Nullable;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.neo4j.driver.summary.ResultSummary;

/**
 * Takes rows of an id and a vector one by one as they come. Bytes are those of the content, 8 an id and 4 a float, as for
 * every client: the driver does not say how many were on the wire.
 */
final class StreamResult implements ActionResult {
    private final boolean checked;
    private @Nullable RowHash hash;
    private long firstNs;
    private long endedNs;
    private long rows;
    private long bytes;
    private long content;

    StreamResult(boolean checked) {
        this.checked = checked;
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public void row(Record row) {
        if (rows++ == 0) {
            firstNs = System.nanoTime();
        }
        Value vector = row.get(1);
        bytes += Long.BYTES + (long) Float.BYTES * vector.size();
        if (checked) {
            content += hash(row.get(0).asLong(), vector);
        }
    }

    @Override
    public void ended() {
        endedNs = System.nanoTime();
    }

    private long hash(long id, Value vector) {
        RowHash known = hash;
        if (known == null || known.dimension() != vector.size()) {
            known = new RowHash(vector.size());
            hash = known;
        }
        long terms = 0;
        for (int i = 0; i < vector.size(); i++) {
            // Bolt has only 64-bit floats; what was 32 bits wide comes back as it was.
            terms += known.term(i, Float.floatToRawIntBits((float) vector.get(i).asDouble()));
        }
        return RowHash.of(id, terms);
    }

    @Override
    public void report(int position, List<Record> none, ResultSummary summary, Probe probe) {
        if (rows > 0) {
            probe.reached(Stage.FIRST_ROW, firstNs);
        }
        probe.reached(Stage.ROWS, endedNs);
        probe.elements(position, rows);
        probe.bytes(0, bytes);
        probe.content(content);
    }
}
