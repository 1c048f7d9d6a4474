package muster.coordinator.core;

import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.event.PhaseFigures.OutcomeCount;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.ServerTask;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.core.event.Submission;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.RunEnd;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.protocol.Cancel;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.Hello;
import muster.protocol.RunResult;
import muster.protocol.Submit;
import muster.workloads.ExpectedOthers;
import muster.workloads.FollowSpill;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.jspecify.annotations.Nullable;

/** A coordinator, a store that is a list, and fake workers; time is a number. */
public final class TestCluster {
    static final long EPOCH = 77;
    static final Peer CLIENT = new Peer("client");

    final List<String> log = new ArrayList<>();
    final List<Action> actions = new ArrayList<>();
    public final List<Action.Write> writes = new ArrayList<>();
    final List<Envelope> client = new ArrayList<>();
    public final List<FakeWorker> workers = new ArrayList<>();
    /** While true, commits stay on their way to the disk. */
    boolean slowDisk;

    public List<OperationFigures> figures = List.of();
    /** What the store shows of each second. */
    LongFunction<PhaseFigures> seconds = second -> new PhaseFigures(0, 0, List.of());

    /** How the operations of each phase end, as the store counts them; the phases after these end ok. */
    List<String> outcomes = List.of();

    public boolean overhead;
    public int leaseSize;
    /** Of all workers; "": each has one of its own. */
    public String host = "";

    public int expectWorkers = 1;
    String mayErase = "";
    String mayWrite = "";
    /** How servers were started. */
    final List<ServerTask.Kind> servers = new ArrayList<>();

    /** How many operations the workload has. */
    long available = Long.MAX_VALUE;

    /** Why none can be. */
    String serverFailure = "";

    /** What workers say of their machine. */
    public Map<String, String> environment = Map.of();

    public @Nullable ServerUse server;

    private final Coordinator coordinator = new Coordinator(CoordinatorSettings.of(EPOCH, "test", "memory"));
    private final Deque<Event> events = new ArrayDeque<>();
    private final List<Action.Commit> onTheirWay = new ArrayList<>();
    private final Map<Long, String> plans = new LinkedHashMap<>();
    private boolean handling;
    private long nowNs = 1_000_000_000_000L;
    private long requests;
    private long runs;
    private long nonces;

    long nowNs() {
        return nowNs;
    }

    public FakeWorker worker(String name) {
        FakeWorker worker = new FakeWorker(this, name, ++nonces);
        workers.add(worker);
        worker.hello();
        return worker;
    }

    /** A noop plan of these phases. */
    public static String plan(String... phases) {
        return "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases:\n  - " + String.join("\n  - ", phases);
    }

    public void submit(String plan) {
        plans.put(++requests, plan);
        receive(
                CLIENT,
                Envelope.newBuilder()
                        .setSubmit(Submit.newBuilder().setRequest(requests).setPlan(plan)));
    }

    void cancel(long runId) {
        receive(CLIENT, Envelope.newBuilder().setCancel(Cancel.newBuilder().setRunId(runId)));
    }

    void abort(long runId) {
        receive(
                CLIENT,
                Envelope.newBuilder()
                        .setCancel(Cancel.newBuilder().setRunId(runId).setNow(true)));
    }

    FakeWorker observer(String name) {
        FakeWorker observer = new FakeWorker(this, name, ++nonces);
        workers.add(observer);
        receive(
                observer.peer,
                Envelope.newBuilder()
                        .setHello(Hello.newBuilder()
                                .setName(name)
                                .setNonce(nonces)
                                .setRole("observer")));
        return observer;
    }

    /** What the coordinator answers to the first message of a peer. */
    Envelope ask(Message body) {
        Envelope.Builder envelope = Envelope.newBuilder();
        Envelope.getDescriptor().getFields().stream()
                .filter(field -> field.getJavaType() == JavaType.MESSAGE
                        && field.getMessageType().equals(body.getDescriptorForType()))
                .findFirst()
                .ifPresent(field -> envelope.setField(field, body));
        receive(CLIENT, envelope);
        return client.getLast();
    }

    /** Run 1 of this plan was begun by another incarnation, and this is what the store of these incarnations says. */
    void interrupted(String plan, long begunBy, Set<Long> incarnations) {
        Submission submission = submission(Submit.getDefaultInstance());
        happen(new Event.Interrupted(
                incarnations, List.of(new InterruptedRun(1, begunBy, submission, script(plan), List.of(), List.of()))));
    }

    /** So many processes that the coordinator's own process has started are alive. */
    void workersAlive(int processes) {
        happen(new Event.WorkersAlive(processes));
    }

    void receive(Peer peer, Envelope.Builder envelope) {
        happen(new Event.Received(peer, envelope.build()));
    }

    /** Time passes, in steps of 100 ms; every worker that is not silent beats. */
    public void pass(long ms) {
        pass(ms, 100);
    }

    /** In longer steps, where hours pass; below a second, beyond which a coordinator counts as asleep. */
    void pass(long ms, long stepMs) {
        for (long gone = 0; gone < ms; gone += stepMs) {
            nowNs += Math.min(stepMs, ms - gone) * 1_000_000;
            List.copyOf(workers).forEach(FakeWorker::heartbeat);
            happen(new Event.Tick());
        }
    }

    /** Nothing is heard for so long: the coordinator runs every 50 ms, and ticks as seldom as the pace of a large cluster allows. */
    void hearsNothing(long ms) {
        for (long gone = 50; gone <= ms; gone += 50) {
            nowNs += 50_000_000;
            happen(gone % 250 == 0 ? new Event.Tick() : new Event.Awake());
        }
    }

    /** The coordinator does not run for so long; then its clock ticks before anything is heard. */
    void sleep(long ms) {
        nowNs += ms * 1_000_000;
        happen(new Event.Tick());
    }

    void happen(Event event) {
        events.add(event);
        if (handling) {
            return;
        }
        handling = true;
        while (!events.isEmpty()) {
            coordinator.on(events.poll(), nowNs).forEach(this::act);
        }
        handling = false;
    }

    private void act(Action action) {
        actions.add(action);
        switch (action) {
            case Action.Send send -> deliver(send.peer(), send.envelope());
            case Action.ReadPlan read ->
                happen(new Event.ScriptRead(
                        read.client(),
                        submission(read.submit()),
                        script(plans.get(read.submit().getRequest()))));
            case Action.Report report -> {}
            case Action.StartServer start -> {
                servers.add(start.task().kind());
                happen(new Event.ServerAnswered(start.task(), serverFailure));
            }
            case Action.CrashServer crash -> {}
            case Action.Answer answer ->
                deliver(
                        answer.peer(),
                        Envelope.newBuilder().setStatus(answer.status()).build());
            case Action.Observe observe -> {}
            case Action.Log line -> log.add(line.line());
            case Action.Write write -> {
                writes.add(write);
                store(write);
            }
        }
    }

    private void deliver(Peer peer, Envelope envelope) {
        if (peer.equals(CLIENT)) {
            client.add(envelope);
        }
        workers.stream().filter(worker -> worker.peer.equals(peer)).forEach(worker -> worker.hear(envelope));
    }

    private Submission submission(Submit submit) {
        return new Submission(
                submit.getRequest(),
                "",
                "run",
                expectWorkers,
                60_000_000_000L,
                0,
                leaseSize,
                mayErase,
                mayWrite,
                List.of(),
                overhead);
    }

    private RunScript script(String text) {
        Plan plan = PlanReader.parse(text, "test", List.of());
        List<ExecutedPhase> phases = new ArrayList<>();
        for (PhaseSpec spec : plan.phases()) {
            phases.add(executed(spec, new PhaseKey(plan.seed(), phases.size(), "", 0, 1)));
        }
        return new RunScript(plan, 1, List.of(new StepScript(1, "{}", plan, "{}", phases)), 0, Map.of());
    }

    private ExecutedPhase executed(PhaseSpec spec, PhaseKey key) {
        if (spec.concurrent()) {
            List<ExecutedPhase> loads = new ArrayList<>();
            for (PhaseSpec.Stream stream : spec.streams()) {
                loads.add(executed(stream.load(), key.ofStream(loads.size(), loads.size())));
            }
            return new ExecutedPhase(spec.name(), spec, key, loads);
        }
        long planned = spec.operations() > 0 ? spec.operations() : -1;
        long most = planned < 0 ? available : planned;
        return new ExecutedPhase(
                spec.name(), spec, key, planned, most, 1, false, FollowSpill.NONE, ExpectedOthers.NONE, null);
    }

    // ---- the store ----

    private void store(Action.Write write) {
        switch (write) {
            case Action.BeginRun begin -> happen(new Event.RunBegun(begin.request(), ++runs));
            case Action.WriteWorker worker -> {
                if (worker.row().leftNs() > 0) {
                    happen(new Event.Departed(worker.row().at()));
                } else {
                    happen(new Event.Enrolled(worker.row().at(), worker.row().session()));
                }
            }
            case Action.WritePhase phase ->
                happen(new Event.PhaseWritten(phase.row().at(), phase.row().startNs()));
            case Action.Reserve reserve -> happen(new Event.Reserved(reserve.at(), reserve.mark()));
            case Action.Commit commit -> {
                onTheirWay.add(commit);
                if (!slowDisk) {
                    reachDisk();
                }
            }
            case Action.ReadSecond second ->
                happen(new Event.SecondRead(second.at(), second.unixSecond(), seconds.apply(second.unixSecond())));
            case Action.ClosePhase close ->
                happen(new Event.PhaseClosed(
                        close.end().at(), figures(close.end().at())));
            case Action.CloseRun close ->
                happen(new Event.RunClosed(close.end().runId(), RunResult.getDefaultInstance()));
            default -> {
                // Not answered.
            }
        }
    }

    /** The store believes none of the commits that are on their way. */
    void refuseCommits() {
        List<Action.Commit> refused = List.copyOf(onTheirWay);
        onTheirWay.clear();
        refused.forEach(commit -> happen(new Event.SnapshotRefused(commit.key(), "samples 3, histogram holds 2")));
    }

    /** All commits that are on their way are durable now. */
    void reachDisk() {
        List<SnapshotKey> keys = onTheirWay.stream().map(Action.Commit::key).toList();
        onTheirWay.clear();
        happen(new Event.Committed(keys));
    }

    // ---- what tests ask ----

    public <T extends Action.Write> List<T> written(Class<T> kind) {
        return writes.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<SnapshotReport> reports(boolean accepted) {
        return written(Action.Commit.class).stream()
                .map(Action.Commit::report)
                .filter(report -> report.accepted() == accepted)
                .toList();
    }

    private PhaseFigures figures(PhaseAt at) {
        int closed = written(Action.ClosePhase.class).size();
        String outcome = closed <= outcomes.size() ? outcomes.get(closed - 1) : "ok";
        List<OutcomeCount> counts = List.of(new OutcomeCount(outcome, covered(at), ""));
        return new PhaseFigures(
                covered(at), 0, figures, PhaseBooks.NONE, Map.of(), List.of(), List.of(), server, counts);
    }

    private long covered(PhaseAt at) {
        return reports(true).stream()
                .filter(report -> report.key().at().equals(at))
                .flatMap(report -> report.covered().stream())
                .mapToLong(range -> range.count())
                .sum();
    }

    /** Every index that was counted, in the order of counting, doubles included. */
    List<Long> counted() {
        return reports(true).stream()
                .flatMap(report -> report.covered().stream())
                .flatMap(range -> LongStream.range(range.first(), range.first() + range.count())
                        .boxed())
                .toList();
    }

    boolean countedOnce(long operations) {
        List<Long> counted = counted();
        return counted.size() == operations
                && new TreeSet<>(counted)
                        .equals(new TreeSet<>(
                                LongStream.range(0, operations).boxed().toList()));
    }

    PhaseEnd phaseEnd() {
        return written(Action.ClosePhase.class).getLast().end();
    }

    public RunEnd runEnd() {
        return written(Action.CloseRun.class).getLast().end();
    }

    public Optional<Finished> finished() {
        return client.stream()
                .filter(Envelope::hasFinished)
                .map(Envelope::getFinished)
                .reduce((first, second) -> second);
    }
}
