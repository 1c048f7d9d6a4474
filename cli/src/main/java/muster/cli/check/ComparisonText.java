package muster.cli.check;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.DataFiles;
import muster.workloads.answer.AnswerChecks;
import muster.workloads.answer.AnswerReference;
import muster.workloads.operation.Query;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;

/** Says which answers a run would compare. */
final class ComparisonText {
    private ComparisonText() {}

    /** Nothing of a plan without queries. */
    static List<String> lines(Plan plan, PlanCheck check, DataFiles files) {
        List<Query> queries = check.workload().queries();
        if (queries.isEmpty()) {
            return List.of();
        }
        if (!plan.answers().compares()) {
            return List.of("answers: not compared; ./muster answers record writes a reference");
        }
        AnswerReference reference =
                AnswerReference.read(files.path(plan.answers().reference()));
        List<String> lines = new ArrayList<>();
        lines.add("answers: compared with %s: %,d answers of %s, recorded %s"
                .formatted(
                        plan.answers().reference(),
                        reference.size(),
                        reference.header().database(),
                        reference.header().recorded()));
        List<Query> compared = AnswerChecks.comparable(queries);
        queries.stream()
                .filter(query -> !query.write() && !compared.contains(query))
                .forEach(query -> lines.add("  not compared: " + query.name()
                        + ": others write; mark it as stable if its" + " answers do not change"));
        reference
                .uncovered(compared.stream().map(AnswerChecks::operation).toList())
                .forEach(line -> lines.add("  not compared: " + line));
        return lines;
    }
}
