package muster.worker.agent;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import muster.host.ProcFiles;
import muster.protocol.Prepare;
import muster.worker.agent.inflight.PhaseEngine;
import muster.worker.agent.inflight.PhaseEngine.StreamEngine;
import muster.worker.agent.inflight.StatementText;
import muster.worker.engine.Engine;
import muster.worker.engine.Engines;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.SnapshotSink;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
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

/** Makes the engines of what the coordinator sent: fetches data files, opens the target, warms up. Blocks. */
final class EnginePreparation {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(ProcFiles.ofHost());

    private final DataCache files;
    private final TargetCache targets;
    private final Consumer<Engine> made;
    private final double leaseCost;
    private @Nullable Path referenceFile;
    private @Nullable AnswerReference reference;

    /** Engines that are connected to their target. */
    record Prepared(PhaseEngine phase, Target target) {}

    /** Where the engine of one load gets leases from, and hands over what it recorded. */
    interface EngineReports extends LeaseSource, SnapshotSink {}

    EnginePreparation(DataCache files, EngineSetup setup) {
        this.files = files;
        this.targets = setup.targets();
        this.made = setup.made();
        this.leaseCost = setup.leaseCost();
    }

    /** @param reports by number of the load */
    Prepared connect(Prepare prepare, long offsetNs, IntFunction<EngineReports> reports) throws TargetException {
        Plan plan = PlanJson.read(prepare.getPlan());
        DataFiles local = files.fetch(prepare.getFilesList());
        PlanCheck check = PlanCheck.check(plan, local);
        if (NamedStatements.areGenerated(plan.workload().settings().raw())) {
            throw new PlanException(
                    "workload.journeys: key python needs Python workers (--python-workers 1); a Java worker"
                            + " has no generators");
        }
        ExecutedPhase phase = check.phases().get(prepare.getPhaseOrdinal());
        List<Target> opened = opened(plan, phase);
        Target target = opened.getFirst();
        LIMITS.check(prepare.getClients(), connections(prepare, phase, opened));
        if (prepare.getJoining()) {
            JoinWarmup.run(target, check.operations(phase.loads().getFirst()));
        }
        List<StreamEngine> engines = new ArrayList<>();
        try {
            for (int stream = 0; stream < phase.loads().size(); stream++) {
                AnswerChecks answers =
                        answers(plan, check, check.workload(phase.loads().get(stream)), local);
                EngineSpec spec =
                        spec(prepare, offsetNs, check, phase, stream, opened.get(stream), answers, plan.trace());
                EngineReports own = reports.apply(stream);
                boolean open = spec.phase().arrivals() != null;
                Engine engine = Engines.create(spec, slowed(own, spec), own);
                made.accept(engine);
                engines.add(new StreamEngine(engine, open));
            }
        } catch (TargetException | RuntimeException failed) {
            engines.forEach(stream -> stream.engine().close());
            throw failed;
        }
        StatementText statements = new StatementText(plan, check.depth(), phase);
        return new Prepared(new PhaseEngine(prepare.getAssignment(), engines, statements), target);
    }

    /** The target of each load. */
    private List<Target> opened(Plan plan, ExecutedPhase phase) throws TargetException {
        List<Target> opened = new ArrayList<>();
        for (ExecutedPhase load : phase.loads()) {
            opened.add(targets.open(plan, load.workloadOf(plan)));
        }
        return opened;
    }

    private static int connections(Prepare prepare, ExecutedPhase phase, List<Target> opened) {
        IdentityHashMap<Target, Integer> clients = new IdentityHashMap<>();
        for (int stream = 0; stream < opened.size(); stream++) {
            clients.merge(opened.get(stream), clients(prepare, phase, stream), Integer::sum);
        }
        return clients.entrySet().stream()
                .mapToInt(each -> each.getKey().connections(each.getValue()))
                .sum();
    }

    private static int clients(Prepare prepare, ExecutedPhase phase, int stream) {
        return phase.streams().isEmpty() ? prepare.getClients() : prepare.getStreamClients(stream);
    }

    private LeaseSource slowed(LeaseSource leases, EngineSpec spec) {
        PhaseClock clock =
                new PhaseClock(spec.coordinatorOffsetNs(), 1, spec.phase().turns());
        return leaseCost > 0 ? new SlowedLeases(leases, leaseCost, () -> clock.onNs(clock.nowNs())) : leases;
    }

    /** What the answers of a load are compared with: it may ask other queries than the plan's. A reference is read once. */
    private @Nullable AnswerChecks answers(Plan plan, PlanCheck check, Workload workload, DataFiles local) {
        List<Query> queries = workload.queries();
        Map<String, ExpectedAnswers> expected = workload.expected();
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
            int stream,
            Target target,
            @Nullable AnswerChecks answers,
            TraceSettings trace) {
        ExecutedPhase load = phase.loads().get(stream);
        return new EngineSpec(
                load,
                StreamOperations.of(check.operations(load), stream),
                target,
                check.depth(),
                clients(prepare, phase, stream),
                prepare.getLeaseSize(),
                offsetNs,
                check.defaults().retries(),
                check.defaults().backoff(),
                answers,
                trace);
    }
}
