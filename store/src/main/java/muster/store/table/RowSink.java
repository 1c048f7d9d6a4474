package muster.store.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes an answer row by row: columns once, then each row, then the end. */
public interface RowSink {
    void columns(List<String> columns);

    /** Values are Long, Double, String, byte[] or null. */
    void row(List<@Nullable Object> row);

    void end();
}
