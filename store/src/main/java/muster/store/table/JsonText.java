package muster.store.table;

import java.util.List;
import muster.text.Json;
import org.jspecify.annotations.Nullable;

/** An array of objects, one a line, typed: integers, reals, text, null; blobs as hexadecimal text. */
final class JsonText implements RowSink {
    private final Appendable out;
    private List<String> columns = List.of();
    private String separator = "\n";

    JsonText(Appendable out) {
        this.out = out;
    }

    @Override
    public void columns(List<String> names) {
        columns = names;
        TableText.append(out, "[");
    }

    @Override
    public void row(List<@Nullable Object> row) {
        TableText.append(out, separator);
        TableText.append(out, Json.object(columns, row));
        separator = ",\n";
    }

    @Override
    public void end() {
        TableText.append(out, "\n]\n");
    }
}
