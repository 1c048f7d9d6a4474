package muster.store.file.phase;

import java.util.List;
import muster.store.file.row.SnapshotReport.Slow;
import muster.store.table.JsonText;

/** Slow operations as JSON, [[operation, index, outcome, end_ns, service_ns, response_ns], ...], for plain sqlite3. */
final class SlowOperationText {
    private SlowOperationText() {}

    static String write(List<Slow> all) {
        StringBuilder text = new StringBuilder("[");
        for (Slow slow : all) {
            text.append(text.length() == 1 ? "[" : ",[").append(JsonText.quoted(slow.operation()));
            text.append(',').append(slow.index()).append(',').append(JsonText.quoted(slow.outcome()));
            text.append(',').append(slow.endNs()).append(',').append(slow.serviceNs());
            text.append(',').append(slow.responseNs()).append(']');
        }
        return text.append(']').toString();
    }
}
