package muster.coordinator.server;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import muster.coordinator.control.ServerThread;
import muster.coordinator.core.Coordinator;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.core.event.Submission;
import muster.coordinator.observe.ServerObserver;
import muster.model.PhaseAt;
import muster.protocol.Envelope;
import muster.protocol.Status;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.store.file.phase.PhaseAggregate;
import muster.workloads.plan.language.PlanException;

/**
 * Feeds events to the state machine and does what it decides. One thread drives it: {@link #handle} and
 * {@link #drainMailbox}; any thread may {@link #post}.
 */
public final class CoordinatorLoop implements AutoCloseable {
    /** A wall clock that was corrected by less is not worth a word. */
    private static final double WALL_CLOCK_S = 2;

    private final Coordinator coordinator;
    private final SteadyClock clock;
    private final ScriptReader scripts;
    private final FileDepot files;
    private final Uploads uploads;
    private final Transport transport;
    private final Runnable wake;
    private final Consumer<String> log;
    private final String mode;
    private final StoreThread store;
    private final LiveFigures live;
    private final CoordinatorMeter meter = new CoordinatorMeter();
    private final ServerObserver observer;
    private final ServerThread servers;
    private final InProcessClient inside = new InProcessClient(this::post);
    private final ConcurrentLinkedQueue<Event> mailbox = new ConcurrentLinkedQueue<>();
    /** Of phases that are being closed; only by the driving thread. */
    private final Map<PhaseAt, ServerUse> used = new HashMap<>();

    private volatile String trouble = "";
    private final ExecutorService reader = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("muster-plan").daemon(true).factory());

    /**
     * Prepares the loop around the core.
     *
     * @param mode "cluster" or "standalone": what the store says of runs
     * @param wake makes the driving thread call {@link #drainMailbox} soon
     */
    public CoordinatorLoop(
            CoordinatorSettings settings,
            String mode,
            Store store,
            ScriptReader scripts,
            FileDepot files,
            Transport transport,
            Runnable wake,
            Consumer<String> log) {
        this.coordinator = new Coordinator(settings);
        this.mode = mode;
        this.clock = SteadyClock.after(store.runs().interruptedEnvironment());
        this.scripts = scripts;
        this.uploads = new Uploads(files, transport, settings.epoch());
        this.files = files;
        this.transport = transport;
        this.wake = wake;
        this.log = log;
        this.store = new StoreThread(store, settings.epoch(), clock, this::post);
        sayIfSet();
        this.live = new LiveFigures(this.store);
        this.observer = new ServerObserver(
                clock::nowNs,
                row -> this.store.add(new Action.WriteResources(row)),
                turns -> this.store.add(new Action.WriteTurnCpu(turns)),
                this::post);
        this.servers = new ServerThread(
                scripts.servers(), clock::nowNs, this::post, row -> this.store.add(new Action.WriteServerStart(row)));
        // Before anybody can be heard: sessions and runs of earlier incarnations must be known.
        step(new Event.Interrupted(
                store.runs().incarnations(), new InterruptedRuns(store, mode, scripts, files, log).read()));
        store.runs().incarnation(settings.epoch());
    }

    private void sayIfSet() {
        if (Math.abs(clock.wallAheadS()) > WALL_CLOCK_S) {
            log.accept(String.format(
                    Locale.ROOT,
                    "the wall clock was set by %+.0f s since the interrupted run began; the run keeps its clock",
                    clock.wallAheadS()));
        }
    }

    /** Why no results can be kept now, in one line; "" if they can. Any thread. */
    public String trouble() {
        return trouble;
    }

    /** Messages about files never reach the state machine: they decide nothing. */
    public void handle(Event event) {
        Event next = event instanceof Event.Received received && Uploads.concerns(received.envelope())
                ? uploads.receive(received)
                : event;
        if (next != null) {
            step(next);
        }
    }

    private void step(Event event) {
        switch (event) {
            case Event.StoreFull full -> trouble = "the store cannot write: " + full.reason();
            case Event.StoreWrites writes -> trouble = "";
            default -> {}
        }
        coordinator.on(observed(event), clock.nowNs()).forEach(this::act);
    }

    /** The figures of a phase that was closed, with what its server used. */
    private Event observed(Event event) {
        return event instanceof Event.PhaseClosed closed
                ? new Event.PhaseClosed(closed.at(), closed.figures().with(used.remove(closed.at())))
                : event;
    }

    public void post(Event event) {
        mailbox.add(event);
        wake.run();
    }

    public void drainMailbox() {
        for (Event event = mailbox.poll(); event != null; event = mailbox.poll()) {
            handle(event);
        }
    }

    private void act(Action action) {
        switch (action) {
            case Action.Send send when InProcessClient.is(send.peer()) -> inside.answer(send.envelope());
            case Action.Send send -> transport.send(send.peer(), send.envelope());
            case Action.ReadPlan read -> reader.execute(() -> post(read(read.client(), read.submit())));
            case Action.Report report -> report(report);
            case Action.StartServer start -> servers.begin(start.task());
            case Action.CrashServer crash -> servers.begin(crash.task());
            case Action.Answer answer -> answer(answer);
            case Action.Observe observe -> observer.add(observe.observer(), observe.host(), observe.sample());
            case Action.Log line -> log.accept(line.line());
            case Action.Write write -> write(write);
        }
    }

    /** Around a phase what this process has used is written too: the difference is the coordinator's part of the cost. */
    private void write(Action.Write write) {
        switch (write) {
            case Action.WritePhase phase
            when phase.row().startNs() > 0 -> {
                store.add(write);
                store.add(meter.read(phase.row().at(), 0, clock.nowNs(), store.commits()));
                observer.begin(phase.row(), phase.target());
            }
            case Action.ClosePhase close -> {
                ServerUse use = observer.end(close.end().at(), close.end().endNs());
                if (use != null) {
                    used.put(close.end().at(), use);
                }
                store.add(meter.read(close.end().at(), 1, clock.nowNs(), store.commits()));
                store.add(write);
            }
            case Action.CloseRun close -> {
                store.add(write);
                servers.stop();
            }
            default -> store.add(write);
        }
    }

    /** For those who look at it from within this process. */
    public CoordinatorView watched() {
        return inside;
    }

    /** The shell counts its frames here; only by the driving thread. */
    CoordinatorMeter meter() {
        return meter;
    }

    private Event read(Peer client, Submit submit) {
        try {
            RunScript script = scripts.read(submit, files.of(submit.getFilesList()));
            store.submitted(submit);
            return new Event.ScriptRead(client, submission(submit, mode), script);
        } catch (PlanException e) {
            return new Event.ScriptRefused(client, submit.getRequest(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return new Event.ScriptRefused(client, submit.getRequest(), "a fault in reading the plan: " + e);
        }
    }

    static Submission submission(Submit submit, String mode) {
        return new Submission(
                submit.getRequest(),
                submit.getName(),
                mode,
                submit.getExpectWorkers(),
                submit.getWorkerTimeoutMs() * 1_000_000L,
                submit.getTrials(),
                submit.getLeaseSize(),
                submit.getAllowErase(),
                submit.getAllowWrite(),
                List.copyOf(submit.getFilesList()),
                submit.getOverhead());
    }

    private void report(Action.Report report) {
        if (!report.followers().isEmpty()) {
            Envelope progress = Envelope.newBuilder()
                    .setProgress(live.figures(report.at(), report.progress(), clock.nowNs()))
                    .build();
            report.followers().forEach(peer -> transport.send(peer, progress));
        }
    }

    private void answer(Action.Answer answer) {
        Status.Builder status = answer.status().toBuilder().putAllRefused(meter.refused());
        PhaseAt at = answer.at();
        status.getRunsBuilderList().stream()
                .filter(run -> run.hasProgress() && at != null)
                .forEach(run ->
                        run.setProgress(live.figures(Objects.requireNonNull(at), run.getProgress(), clock.nowNs())));
        if (InProcessClient.is(answer.peer())) {
            PhaseAggregate phase = at == null ? null : store.aggregate(at);
            inside.answer(new CoordinatorView.Live(status.build(), phase, meter.live(store.commits())));
        } else {
            transport.send(
                    answer.peer(), Envelope.newBuilder().setStatus(status).build());
        }
    }

    /** Writes what is queued; the store itself stays open. */
    @Override
    public void close() {
        reader.shutdownNow();
        observer.close();
        servers.close();
        store.close();
    }
}
