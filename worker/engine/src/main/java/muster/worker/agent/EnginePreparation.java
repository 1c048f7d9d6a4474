package muster.worker.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.host.ProcFiles;
import muster.protocol.Prepare;
import muster.worker.agent.inflight.StatementText;
import muster.worker.engine.Engine;
import muster.worker.engine.Engines;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.SnapshotSink;
import muster.worker.engine.time.TurnGate;
import muster.workloads.DataFiles;
import muster.workloads.Workload.Operations;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.Query;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.rule.NamedStatements;
import muster.workloads.plan.section.TraceSettings;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** Makes an engine of what the coordinator sent: fetches data files, opens the target, warms up. Blocks. */
final class EnginePreparation {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(ProcFiles.ofHost());

    private final DataCache files;
    private final TargetCache targets;
    private final TurnGate turns;
    private final double leaseCost;
    private @Nullable Path referenceFile;
    private @Nullable AnswerReference reference;

    /** An engine that is connected to its target. */
    record Prepared(Engine engine, Target target, StatementText statements) {}

    EnginePreparation(DataCache files, EngineSetup setup) {
        this.files = files;
        this.targets = setup.targets();
        this.turns = setup.turns();
        this.leaseCost = setup.leaseCost();
    }

    Prepared connect(Prepare prepare, long offsetNs, LeaseSource leases, SnapshotSink snapshots)
            throws TargetException {
        Plan plan = PlanJson.read(prepare.getPlan());
        DataFiles local = files.fetch(prepare.getFilesList());
        PlanCheck check = PlanCheck.check(plan, local);
        if (NamedStatements.areGenerated(plan.workload().settings().raw())) {
            throw new PlanException(
                    "workload.journeys: key python needs Python workers (--python-workers 1); a Java worker"
                            + " has no generators");
        }
        ExecutedPhase phase = check.phases().get(prepare.getPhaseOrdinal());
        Operations operations = check.workload().operations(phase.key());
        Target target = targets.open(plan);
        LIMITS.check(prepare.getClients(), target.connections(prepare.getClients()));
        if (prepare.getJoining()) {
            JoinWarmup.run(target, operations);
        }
        EngineSpec spec =
                spec(prepare, offsetNs, check, phase, operations, target, answers(plan, check, local), plan.trace());
        return new Prepared(
                Engines.create(spec, slowed(leases), snapshots, turns), target, new StatementText(plan, check.depth()));
    }

    private LeaseSource slowed(LeaseSource leases) {
        return leaseCost > 0 ? new SlowedLeases(leases, leaseCost, turns) : leases;
    }

    /** What the answers are compared with; a reference is read once. */
    private @Nullable AnswerChecks answers(Plan plan, PlanCheck check, DataFiles local) {
        List<Query> queries = check.workload().queries();
        Map<String, ExpectedAnswers> expected = check.workload().expected();
        boolean recorded = plan.answers().hasReference();
        if (check.depth() != Depth.EXECUTE || !AnswerChecks.needed(recorded, expected, queries)) {
            return null;
        }
        AnswerReference known = recorded ? read(local.path(plan.answers().reference())) : null;
        return AnswerChecks.of(known, expected, queries, plan.answers().check());
    }

    private AnswerReference read(Path file) {
        AnswerReference known = reference;
        if (known != null && file.equals(referenceFile)) {
            return known;
        }
        AnswerReference fresh = AnswerReference.read(file);
        referenceFile = file;
        reference = fresh;
        return fresh;
    }

    private static EngineSpec spec(
            Prepare prepare,
            long offsetNs,
            PlanCheck check,
            ExecutedPhase phase,
            Operations operations,
            Target target,
            @Nullable AnswerChecks answers,
            TraceSettings trace) {
        return new EngineSpec(
                phase,
                operations,
                target,
                check.depth(),
                prepare.getClients(),
                prepare.getLeaseSize(),
                offsetNs,
                check.defaults().retries(),
                check.defaults().backoff(),
                answers,
                trace);
    }
}
