package muster.cli.client;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.AbortedOperation;
import muster.protocol.OperationIdText;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.text.Printable;
import muster.text.Quantity;

/** Operations in flight for people. */
final class OperationText {
    private OperationText() {}

    static List<String> lines(OperationsInFlight inFlight) {
        List<String> lines = new ArrayList<>();
        if (inFlight.getOperationsCount() > 0) {
            lines.add(row("id", "age", "worker", "client", "operation", "statement"));
        } else {
            lines.add("no operation is in flight");
        }
        inFlight.getOperationsList().forEach(one -> lines.add(row(one)));
        if (inFlight.getOmitted() > 0) {
            lines.add(inFlight.getOmitted() + " younger ones are not listed");
        }
        return printable(lines, inFlight.getSilentList());
    }

    private static String row(OperationInFlight one) {
        return row(
                OperationIdText.of(one.getId()),
                Quantity.duration((double) one.getAgeNs()),
                one.getWorker(),
                Integer.toString(one.getClient()),
                one.getActions() > 1 ? one.getName() + " of " + one.getActions() : one.getName(),
                one.getStatement());
    }

    private static String row(String id, String age, String worker, String client, String name, String statement) {
        return "%-18s %9s  %-16s %6s  %-16s %s"
                .formatted(id, age, worker, client, name, statement)
                .stripTrailing();
    }

    static List<String> lines(OperationsAborted aborted) {
        List<String> lines = new ArrayList<>();
        if (aborted.getOperationsCount() == 0 && aborted.getSilentCount() == 0) {
            lines.add("no operation has run for as long");
        }
        aborted.getOperationsList().forEach(one -> lines.add(line(one)));
        return printable(lines, aborted.getSilentList());
    }

    /** What became of one. */
    private static String line(AbortedOperation one) {
        String what = OperationIdText.of(one.getId()) + (one.getName().isEmpty() ? "" : " (" + one.getName() + ")");
        String became = switch (one.getState()) {
            case "aborted" -> "aborted";
            case "ended" -> "not in flight";
            case "running" -> "not aborted";
            default -> "unknown";
        };
        return what + " " + became + (one.getMessage().isEmpty() ? "" : ": " + one.getMessage());
    }

    private static List<String> printable(List<String> lines, List<String> silent) {
        silent.forEach(worker -> lines.add("no answer from worker " + worker));
        return lines.stream().map(Printable::line).toList();
    }
}
