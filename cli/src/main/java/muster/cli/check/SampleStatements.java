package muster.cli.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.workloads.operation.Operation;
import muster.workloads.plan.FirstOperations;
import muster.workloads.plan.Plan;

/**
 * What the target would be sent for one kind of operation, in the first step that sends just this.
 *
 * @param operation its label
 * @param texts of the requests, in order
 */
record SampleStatements(int step, String operation, List<String> texts) {
    static List<SampleStatements> of(List<CheckedStep> steps) {
        Set<List<String>> seen = new HashSet<>();
        List<SampleStatements> samples = new ArrayList<>();
        for (CheckedStep step : steps) {
            FirstOperations.ofEachKind(step.check()).forEach((kind, operation) -> {
                List<String> texts = texts(step, operation);
                if (!texts.isEmpty() && seen.add(texts)) {
                    samples.add(new SampleStatements(step.step().number(), kind, texts));
                }
            });
        }
        return samples;
    }

    private static List<String> texts(CheckedStep step, Operation operation) {
        Plan plan = step.step().plan();
        return step.check()
                .target()
                .statements(
                        plan.target().settings(),
                        plan.workload().settings(),
                        step.check().depth(),
                        operation);
    }
}
