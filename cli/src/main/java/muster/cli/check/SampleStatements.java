package muster.cli.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;

/**
 * What the target would be sent for one kind of operation, in the first step that sends just this.
 *
 * @param operation its label
 * @param texts of the requests, in order
 */
record SampleStatements(int step, String operation, List<String> texts) {
    /** A mix shows all of its kinds among this many operations, but for very rare ones. */
    private static final int LOOKED_AT = 1_000;

    static List<SampleStatements> of(List<CheckedStep> steps) {
        Set<List<String>> seen = new HashSet<>();
        List<SampleStatements> samples = new ArrayList<>();
        for (CheckedStep step : steps) {
            firstOfEachKind(step).forEach((kind, operation) -> {
                List<String> texts = texts(step, operation);
                if (!texts.isEmpty() && seen.add(texts)) {
                    samples.add(new SampleStatements(step.step().number(), kind, texts));
                }
            });
        }
        return samples;
    }

    /** By label, in the order in which they occur. */
    static Map<String, Operation> firstOfEachKind(CheckedStep step) {
        Map<String, Operation> first = new LinkedHashMap<>();
        for (ExecutedPhase phase : step.check().phases()) {
            Operations operations = step.check().workload().operations(phase.key());
            for (long index = 0; index < Math.min(LOOKED_AT, operations.count()); index++) {
                Operation operation = operations.at(index);
                first.putIfAbsent(operation.kind().label(), operation);
            }
        }
        return first;
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
