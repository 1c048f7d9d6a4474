package muster.cli.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.workloads.operation.Query;
import muster.workloads.operation.Query.Text;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Explanation;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/**
 * A statement of the plan, and what its target says of it.
 *
 * @param place where the statement stands
 */
record ExplainedQuery(Query query, String place, Explanation explanation) {

    /** Each operation that the plan names, with the values of its first occurrence; none for other workloads. */
    static List<ExplainedQuery> all(CheckedStep step, Target target) throws TargetException {
        List<ExplainedQuery> explained = new ArrayList<>();
        for (Object operation : SampleStatements.firstOfEachKind(step).values()) {
            if (operation instanceof QueryOperation query) {
                explained.add(of(query, step.check().target().languages(), target));
            }
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
    Optional<String> problem() {
        if (!explanation.accepted()) {
            return Optional.of(place + ": " + query.name() + ": " + explanation.refusal());
        }
        boolean writes = explanation.writes() && !query.write();
        return writes
                ? Optional.of(place + ": " + query.name()
                        + ": the statement writes; set write: true, or change it so that it only reads")
                : Optional.empty();
    }

    /** What a reader of the figures should know. */
    List<String> warnings() {
        return explanation.scans().stream()
                .map(scan -> place + ": " + query.name() + ": " + scan + " reads all of them; an index may help")
                .toList();
    }

    Map<String, Object> json() {
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
