package muster.worker.agent.inflight;

import java.util.List;
import java.util.function.Function;
import muster.model.StreamIndex;
import muster.worker.engine.execution.RunningOperation;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Providers;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetProvider;

/** What an operation of a plan sends, in one line of bounded length; secrets stay references. */
public record StatementText(Plan plan, Depth depth, ExecutedPhase phase) implements Function<RunningOperation, String> {
    private static final int MAX = 500;

    @Override
    public String apply(RunningOperation running) {
        ExecutedPhase load = phase.loads().get(StreamIndex.stream(running.index()));
        TargetProvider provider = Providers.target(plan.target().kind());
        List<String> sent = provider.statements(
                plan.target().settings(), load.workloadOf(plan).settings(), depth, running.first());
        String line = String.join("; ", sent).strip().replaceAll("\\s+", " ");
        return line.length() <= MAX ? line : line.substring(0, MAX - 3) + "...";
    }
}
