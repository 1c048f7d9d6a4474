package muster.workloads.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.workloads.operation.Query;
import muster.workloads.operation.Query.Text;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Explanation;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/**
 * A statement of the plan, and what its target says of it without executing it: for {@code check}, and for a worker before
 * its run loads anything.
 *
 * @param place where the statement stands
 */
public record ExplainedQuery(Query query, String place, Explanation explanation) {
    private static final String NOT_LOADED = "not planned before a load: ";

    /** The same for a person: what the load of this plan may mend, and scans for want of its indexes, count only after it. */
    public static List<ExplainedQuery> now(Plan plan, PlanCheck check, Target target) throws TargetException {
        List<ExplainedQuery> explained = all(check, target);
        boolean unloaded = plan.loads() && target.contents().empty();
        return unloaded ? explained.stream().map(ExplainedQuery::beforeLoad).toList() : explained;
    }

    private ExplainedQuery beforeLoad() {
        Explanation before = explanation.bySchema()
                ? Explanation.accepted(false, List.of(NOT_LOADED + explanation.refusal()), List.of())
                : explanation.withoutScans();
        return new ExplainedQuery(query, place, before);
    }

    /** Each operation that the plan names, with the values of its first occurrence; none for other workloads. */
    public static List<ExplainedQuery> all(PlanCheck check, Target target) throws TargetException {
        List<ExplainedQuery> explained = new ArrayList<>();
        for (QueryOperation query : FirstOperations.ofQueries(check)) {
            explained.add(of(query, check.target().languages(), target));
        }
        return explained;
    }

    private static ExplainedQuery of(QueryOperation operation, List<String> languages, Target target)
            throws TargetException {
        Optional<Text> text = operation.query().text(languages);
        Explanation explanation = text.isEmpty() ? Explanation.ACCEPTED : target.explain(operation);
        String place =
                text.map(statement -> statement.place(explanation.line())).orElse("");
        return new ExplainedQuery(operation.query(), place, explanation);
    }

    /** Why a run of it would be pointless; empty if it would not. */
    public Optional<String> problem() {
        return reason().map(reason -> place + ": " + query.name() + ": " + reason);
    }

    /** The same without the place and the name. */
    public Optional<String> reason() {
        if (!explanation.accepted()) {
            return Optional.of(explanation.refusal());
        }
        boolean writes = explanation.writes() && !query.write();
        return writes
                ? Optional.of("the statement writes; set write: true, or change it so that it only reads")
                : Optional.empty();
    }

    /** What a reader of the figures should know. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        explanation.warnings().forEach(words -> warnings.add(place + ": " + query.name() + ": " + words));
        explanation
                .scans()
                .forEach(scan -> warnings.add(
                        place + ": " + query.name() + ": " + scan + " reads all of them; an index may help"));
        return warnings;
    }

    /** For programs. */
    public Map<String, Object> json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("operation", query.name());
        map.put("place", place);
        map.put("problem", problem().orElse(""));
        map.put("writes", explanation.writes());
        map.put("plan", explanation.plan());
        map.put("warnings", warnings());
        return map;
    }
}
