package muster.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.workloads.DataFiles;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.Query;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;

/** Says which answers a run would compare. */
final class ComparisonText {
    private ComparisonText() {}

    /** Nothing of a plan without queries. */
    static List<String> lines(Plan plan, PlanCheck check, DataFiles files) {
        List<Query> queries = check.queries();
        if (queries.stream().allMatch(query -> query.kind().isStep())) {
            return List.of();
        }
        if (!plan.answers().compares()) {
            return List.of(
                    "answers: not compared; ./muster answers record writes a reference, and key expect names them");
        }
        Map<String, ExpectedAnswers> expected = check.expected();
        List<String> lines = new ArrayList<>();
        expected.forEach((name, answers) -> lines.add("answers: %s: compared with what the plan expects: %,d answers"
                .formatted(name, answers.answers().size())));
        List<Query> others = queries.stream()
                .filter(query -> !expected.containsKey(query.name()))
                .toList();
        if (plan.answers().hasReference()) {
            recorded(AnswerReference.read(files.path(plan.answers().reference())), plan, queries, others, lines);
        } else {
            others.stream()
                    .filter(query -> !query.write())
                    .forEach(
                            query -> lines.add("  not compared: " + query.name() + ": the plan expects nothing of it"));
        }
        return lines;
    }

    private static void recorded(
            AnswerReference reference, Plan plan, List<Query> queries, List<Query> others, List<String> lines) {
        lines.add("answers: compared with %s: %,d answers of %s, recorded %s"
                .formatted(
                        plan.answers().reference(),
                        reference.size(),
                        reference.header().database(),
                        reference.header().recorded()));
        List<Query> compared = AnswerChecks.comparable(queries);
        others.stream()
                .filter(query -> !query.write() && !compared.contains(query))
                .forEach(query -> lines.add("  not compared: " + query.name()
                        + ": others write; mark it as stable if its answers do not change"));
        reference
                .uncovered(others.stream()
                        .filter(compared::contains)
                        .map(AnswerChecks::operation)
                        .toList())
                .forEach(line -> lines.add("  not compared: " + line));
    }
}
