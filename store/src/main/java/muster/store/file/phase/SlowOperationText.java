package muster.store.file.phase;

import java.util.List;
import muster.model.IntervalFigures.Slow;
import muster.text.Json;

/** Slow operations as JSON, [[operation, index, outcome, end_ns, service_ns, response_ns], ...], for plain sqlite3. */
final class SlowOperationText {
    private SlowOperationText() {}

    static String write(List<Slow> all) {
        return Json.compact(all.stream().map(SlowOperationText::values).toList());
    }

    private static List<Object> values(Slow slow) {
        return List.of(
                slow.operation(), slow.index(), slow.outcome(), slow.endNs(), slow.serviceNs(), slow.responseNs());
    }
}
