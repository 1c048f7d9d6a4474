package muster.coordinator.core.phase;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.model.OutcomeCounts;
import muster.model.Series;

/** How the operations of accepted snapshots ended: what is left of a phase if the store cannot write any more. */
public final class AcceptedOutcomes {
    private final Map<String, OutcomeCounts> byOperation = new TreeMap<>();
    private final Map<String, Long> errors = new TreeMap<>();

    void add(List<Series> all) {
        for (Series series : all) {
            if (series.key().isCounted()) {
                add(series.key().operation(), series.key().outcome(), series.samples());
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
