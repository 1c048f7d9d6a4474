package muster.cli.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.protocol.AbortedOperation;
import muster.protocol.OperationIdText;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;

/** Operations in flight for programs and for the page; times in nanoseconds. */
public final class OperationJson {
    private OperationJson() {}

    public static Map<String, Object> of(OperationsInFlight inFlight) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "operations",
                inFlight.getOperationsList().stream()
                        .map(OperationJson::operation)
                        .toList());
        json.put("omitted", inFlight.getOmitted());
        json.put("silent_workers", List.copyOf(inFlight.getSilentList()));
        return json;
    }

    private static Map<String, Object> operation(OperationInFlight one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", OperationIdText.of(one.getId()));
        json.put("age_ns", one.getAgeNs());
        json.put("worker", one.getWorker());
        json.put("client", one.getClient());
        json.put("operation", one.getName());
        json.put("actions", one.getActions());
        json.put("statement", one.getStatement());
        return json;
    }

    public static Map<String, Object> of(OperationsAborted aborted) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "operations",
                aborted.getOperationsList().stream().map(OperationJson::aborted).toList());
        json.put("silent_workers", List.copyOf(aborted.getSilentList()));
        return json;
    }

    private static Map<String, Object> aborted(AbortedOperation one) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", OperationIdText.of(one.getId()));
        json.put("worker", one.getWorker());
        json.put("operation", one.getName());
        json.put("state", one.getState());
        json.put("message", one.getMessage());
        return json;
    }
}
