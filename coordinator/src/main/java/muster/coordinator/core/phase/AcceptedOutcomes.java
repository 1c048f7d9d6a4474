package muster.coordinator.core.phase;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import muster.model.OutcomeCounts;
import muster.protocol.Series;
import muster.protocol.Snapshot;

/** How the operations of accepted snapshots ended: what is left of a phase if the store cannot write any more. */
public final class AcceptedOutcomes {
    private final Map<String, OutcomeCounts> byOperation = new TreeMap<>();
    private final Map<String, Long> errors = new TreeMap<>();

    void add(Snapshot snapshot) {
        for (Series series : snapshot.getSeriesList()) {
            if (series.getTiming().equals("service") && !series.getOperation().equals("transaction")) {
                add(series.getOperation(), series.getOutcome(), series.getSamples());
            }
        }
    }

    private void add(String operation, String outcome, long samples) {
        byOperation.merge(operation, OutcomeCounts.NONE.plus(outcome, samples), OutcomeCounts::plus);
        if (OutcomeCounts.isError(outcome)) {
            errors.merge(outcome, samples, Long::sum);
        }
    }

    public Map<String, OutcomeCounts> byOperation() {
        return Collections.unmodifiableMap(byOperation);
    }

    /** Operations that failed, by class of error. */
    public Map<String, Long> errors() {
        return Collections.unmodifiableMap(errors);
    }
}
