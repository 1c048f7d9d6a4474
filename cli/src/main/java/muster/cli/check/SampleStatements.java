package muster.cli.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.workloads.operation.Operation;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.FirstOperations;
import muster.workloads.plan.Namespace;
import muster.workloads.plan.Plan;

/**
 * What the target would be sent for one kind of operation, in the first step that sends just this.
 *
 * @param operation its label, behind the name of the namespace where a plan has several
 * @param texts of the requests, in order
 */
record SampleStatements(int step, String operation, List<String> texts) {
    static List<SampleStatements> of(List<CheckedStep> steps) {
        Set<List<String>> seen = new HashSet<>();
        List<SampleStatements> samples = new ArrayList<>();
        for (CheckedStep step : steps) {
            Map<Optional<Namespace>, List<ExecutedPhase>> spaces = step.check().loads().stream()
                    .collect(Collectors.groupingBy(
                            load -> Optional.ofNullable(load.namespace()), LinkedHashMap::new, Collectors.toList()));
            spaces.forEach((space, loads) -> FirstOperations.ofEachKind(step.check(), loads)
                    .forEach((kind, operation) -> {
                        List<String> texts = texts(step, loads.getFirst(), operation);
                        if (!texts.isEmpty() && seen.add(texts)) {
                            String name =
                                    space.map(of -> of.name() + " " + kind).orElse(kind);
                            samples.add(new SampleStatements(step.step().number(), name, texts));
                        }
                    }));
        }
        return samples;
    }

    private static List<String> texts(CheckedStep step, ExecutedPhase load, Operation operation) {
        Plan plan = step.step().plan();
        return step.check()
                .target()
                .statements(
                        plan.target().settings(),
                        load.workloadOf(plan).settings(),
                        step.check().depth(),
                        operation);
    }
}
