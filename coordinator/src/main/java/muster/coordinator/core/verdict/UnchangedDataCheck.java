package muster.coordinator.core.verdict;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/**
 * Whether data that a run only read are the same after its phases. A database that another program empties meanwhile answers
 * quickly and without an error, so nothing else tells (decision 0102).
 */
public final class UnchangedDataCheck {
    /** As much of what the plan loaded may be gone before the answers are wrong. */
    private static final double MAX_LOST = 0.10;

    private static final String VERTICES = "vertices";
    private static final String EDGES = "edges";

    private final Map<String, String> before;
    private final Map<String, String> after;

    private UnchangedDataCheck(Map<String, String> before, Map<String, String> after) {
        this.before = before;
        this.after = after;
    }

    /**
     * One row if anything differs: a warning, or wrong answers where the data are gone.
     *
     * @param before what was counted, or the fingerprint, before the phases
     * @param loaded whether the plan loaded them, so that nothing else may write there
     */
    public static List<CheckRow> rows(
            PhaseAt at, Map<String, String> before, Map<String, String> after, boolean loaded) {
        UnchangedDataCheck check = new UnchangedDataCheck(before, after);
        return check.same() ? List.of() : List.of(check.row(at, loaded));
    }

    private boolean same() {
        return Stream.of(VERTICES, EDGES, "degrees", "ids")
                .allMatch(fact -> before.getOrDefault(fact, "").equals(after.getOrDefault(fact, "")));
    }

    private CheckRow row(PhaseAt at, boolean loaded) {
        boolean emptied = count(after, VERTICES) + count(after, EDGES) == 0;
        boolean wrong = (loaded || emptied) && Math.max(lost(VERTICES), lost(EDGES)) > MAX_LOST;
        String name = "data after the phases";
        String reason = "the data changed while the run only read them: let no other program write to this database";
        return wrong
                ? CheckRows.oracle(at, name, text(before), text(after), false, reason)
                : CheckRows.warning(at, name, text(before), text(after), "", reason);
    }

    private double lost(String fact) {
        long had = count(before, fact);
        return had == 0 ? 0 : (double) (had - count(after, fact)) / had;
    }

    /** A worker may tell anything. */
    private static long count(Map<String, String> facts, String name) {
        String text = facts.getOrDefault(name, "");
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }

    private static String text(Map<String, String> facts) {
        return "%,d vertices, %,d edges".formatted(count(facts, VERTICES), count(facts, EDGES));
    }
}
