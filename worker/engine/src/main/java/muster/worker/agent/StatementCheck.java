package muster.worker.agent;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.StatementNote;
import muster.workloads.DataFiles;
import muster.workloads.plan.ExplainedQuery;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.target.Explanation;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** The task "statements": what the database says of each statement of the plan, which is not executed. */
final class StatementCheck {
    private StatementCheck() {}

    /** None for a database that accepts all and warns of nothing. */
    static List<StatementNote> notes(Target target, Plan plan, DataFiles files) throws TargetException {
        List<StatementNote> notes = new ArrayList<>();
        for (ExplainedQuery query : ExplainedQuery.all(PlanCheck.check(plan, files), target)) {
            Explanation explanation = query.explanation();
            String kind = explanation.bySchema() ? "schema" : "refused";
            query.reason().ifPresent(reason -> notes.add(note(query, kind, reason)));
            explanation.warnings().forEach(words -> notes.add(note(query, "warning", words)));
        }
        return notes;
    }

    private static StatementNote note(ExplainedQuery query, String kind, String message) {
        return StatementNote.newBuilder()
                .setOperation(query.query().name())
                .setKind(kind)
                .setMessage(message)
                .setLine(query.explanation().line())
                .build();
    }
}
