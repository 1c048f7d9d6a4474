package muster.worker.agent.inflight;

import java.util.List;
import java.util.function.Function;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Providers;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetProvider;

/** What an operation of a plan sends, in one line of bounded length; secrets stay references. */
public record StatementText(Plan plan, Depth depth) implements Function<Operation, String> {
    private static final int MAX = 500;

    @Override
    public String apply(Operation operation) {
        TargetProvider provider = Providers.target(plan.target().kind());
        List<String> sent =
                provider.statements(plan.target().settings(), plan.workload().settings(), depth, operation);
        String line = String.join("; ", sent).strip().replaceAll("\\s+", " ");
        return line.length() <= MAX ? line : line.substring(0, MAX - 3) + "...";
    }
}
