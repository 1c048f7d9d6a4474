package muster.targets.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.operation.NoopOperation;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.ServerStage;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;

/** What a session said of operations that a test executed. */
final class Recorded implements Probe {
    final List<Stage> stages = new ArrayList<>();
    final Map<String, Long> reported = new HashMap<>();
    final List<String> outcomes = new ArrayList<>();
    final long startNs = System.nanoTime();
    long lastStageNs;
    long sent;
    long received;

    static Settings settings(String uri, String more) {
        String plan = "{name: t, target: {kind: http, uri: \"" + uri + "\"" + more + "}, workload: {kind: noop},"
                + " phases: [{kind: measure, operations: 1, clients: 1}]}";
        return PlanReader.parse(plan, "t.yaml", List.of()).target().settings();
    }

    static Target open(String uri, String more) throws TargetException {
        Settings settings = settings(uri, more);
        return new HttpTargetProvider().open(settings, settings);
    }

    /** So many operations of one client. */
    static Recorded execute(String uri, String more, int operations) throws TargetException, OperationFailure {
        try (Target target = open(uri, more);
                Session session = target.session(Depth.EXECUTE)) {
            Recorded recorded = new Recorded();
            for (int i = 0; i < operations; i++) {
                session.execute(Transaction.of(new NoopOperation(i, 0)), recorded);
            }
            return recorded;
        }
    }

    /** The error kind of the one operation, and whether it may be tried again. */
    static String failure(String uri, String more) throws TargetException {
        try {
            Recorded recorded = execute(uri, more, 1);
            return recorded.outcomes.toString();
        } catch (OperationFailure e) {
            return e.errorClass() + " " + e.kind();
        }
    }

    @Override
    public void stage(Stage stage, long endNs) {
        stages.add(stage);
        lastStageNs = endNs;
    }

    @Override
    public void reported(ServerStage stage, long durationNs) {
        reported.merge(stage.label(), durationNs, Long::sum);
    }

    @Override
    public void outcome(int position, Outcome outcome) {
        outcomes.add(outcome.name());
    }

    @Override
    public void elements(int position, long elements) {}

    @Override
    public void bytes(long more, long got) {
        sent += more;
        received += got;
    }
}
