package muster.cli.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.OutcomeMessages;
import muster.model.OutcomeCounts;
import muster.protocol.OperationResult;

/** Counts of operations for programs: operations = ok + errors + others; unknown and aborted are errors. */
public final class OutcomeJson {
    private OutcomeJson() {}

    public static Map<String, Object> of(OutcomeCounts counts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operations", counts.operations());
        json.put("ok", counts.ok());
        json.put("errors", counts.errors());
        json.put("others", counts.others());
        json.put("absent", counts.absent());
        json.put("duplicate", counts.duplicate());
        json.put("unknown", counts.unknown());
        json.put("aborted", counts.aborted());
        return json;
    }

    /** An object by name: a side of a comparison, or an operation. */
    public static Map<String, Object> byName(Map<String, OutcomeCounts> counts) {
        Map<String, Object> json = new LinkedHashMap<>();
        counts.forEach((name, of) -> json.put(name, of(of)));
        return json;
    }

    /** An object an operation of each measured phase. */
    static List<Map<String, Object>> of(List<OperationResult> rows) {
        return rows.stream().map(OutcomeJson::row).toList();
    }

    private static Map<String, Object> row(OperationResult row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", row.getStep());
        json.put("trial", row.getTrial());
        json.put("phase", row.getPhase());
        json.put("operation", row.getOperation());
        json.putAll(of(OutcomeMessages.of(row.getCounts())));
        return json;
    }
}
