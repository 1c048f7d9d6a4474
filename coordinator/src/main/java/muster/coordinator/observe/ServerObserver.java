package muster.coordinator.observe;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.ServerUse;
import muster.host.ProcFiles;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.ResourceRow;
import muster.model.TurnCpuRow;
import muster.protocol.ResourceSample;
import muster.workloads.plan.Plan.Section;
import org.jspecify.annotations.Nullable;

/**
 * Observes the server of a target that runs on this host, once a second during each phase, on its own thread: the
 * process that listens at the target's address, and the host. No agent of a database is used. One within this very
 * process is not observed, and one elsewhere by observers that have joined.
 */
public final class ServerObserver implements AutoCloseable {
    private static final long SECOND_NS = 1_000_000_000;
    private static final Path TEMPORARY = Path.of("/tmp");

    private final ProcFiles proc = ProcFiles.ofHost();
    private final ListeningProcess listening = new ListeningProcess(proc);
    private final AllowedCores allowed = new AllowedCores(proc);
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("muster-observer").daemon(true).factory());
    private final LongSupplier clock;
    private final Consumer<ResourceRow> rows;
    private final Consumer<List<TurnCpuRow>> turnCpu;
    private final Consumer<Event.ServerProcessEnded> ends;
    private @Nullable Observed observed;
    private @Nullable ObserverSamples remote;

    /**
     * Observes nothing yet.
     *
     * @param clock of the coordinator, unix nanoseconds
     * @param rows takes what is read; called by the observer's thread
     * @param turnCpu takes what the server used in the turns of a phase that has ended
     * @param ends is told once of a phase if the process that is observed ends; called by the observer's thread
     */
    public ServerObserver(
            LongSupplier clock,
            Consumer<ResourceRow> rows,
            Consumer<List<TurnCpuRow>> turnCpu,
            Consumer<Event.ServerProcessEnded> ends) {
        this.clock = clock;
        this.rows = rows;
        this.turnCpu = turnCpu;
        this.ends = ends;
    }

    /** A phase that is observed; the observer's thread adds to it. */
    private final class Observed {
        private final PhaseAt at;
        private final long pid;
        private final ProcessWatch process;
        private final String name;
        private final Observation readings;
        private final ScheduledFuture<?> reading;
        private final TurnCpu turns;
        private long seq;
        private boolean hasEnded;

        Observed(PhaseRow phase, String kind, long pid) {
            this.at = phase.at();
            this.pid = pid;
            this.process = new ProcessWatch(proc, pid);
            this.name = "%s (process %d)".formatted(kind, pid);
            this.readings = new Observation(name, allowed.of(pid), autogroup(pid));
            this.turns = new TurnCpu(at, phase.streams(), new ServerCpu(new ProcessWatch(proc, pid)), clock);
            long delayNs = Math.max(0, phase.startNs() - clock.getAsLong());
            this.reading = thread.scheduleAtFixedRate(this::tick, delayNs, SECOND_NS, TimeUnit.NANOSECONDS);
            turns.start();
        }

        /** The first word of "/autogroup-25 nice 0". */
        private String autogroup(long pid) {
            return proc.words(pid + "/autogroup", "").stream().findFirst().orElse("");
        }

        /** A second that cannot be read costs no further one: whoever throws in a schedule is not called again. */
        private void tick() {
            tellEnd();
            try {
                read();
            } catch (RuntimeException unreadable) {
                // Its figures are missing, as those of a server elsewhere are.
            }
        }

        private synchronized void tellEnd() {
            if (!hasEnded && proc.hasEnded(pid)) {
                hasEnded = true;
                ends.accept(new Event.ServerProcessEnded(at, name));
            }
        }

        private synchronized void read() {
            Map<String, Long> host = HostReading.of(proc);
            // Just before what it is the time of: threads and heap take a while to read, the longer the busier the host
            // is.
            long nowNs = clock.getAsLong();
            ProcessReading now = process.read();
            readings.add(nowNs, now, host);
            if (now.alive()) {
                Map<String, Long> values = new LinkedHashMap<>(now.values());
                values.putAll(JvmReading.of(TEMPORARY, pid));
                rows.accept(new ResourceRow(at, name, ObservedKind.SERVER.session(0), seq, nowNs, values));
            }
            rows.accept(new ResourceRow(at, "host", ObservedKind.HOST.session(0), seq++, nowNs, host));
        }

        @Nullable
        synchronized ServerUse end(long endNs) {
            turnCpu.accept(turns.end());
            reading.cancel(false);
            if (clock.getAsLong() <= endNs + SECOND_NS / 2) {
                tick();
            }
            return readings.use(endNs);
        }
    }

    /** What was observed until now of another phase is over. */
    public void begin(PhaseRow phase, Section target) {
        stop();
        OptionalLong pid = listening.findAnother(
                target.settings().raw().getOrDefault("uri", "").toString());
        observed = pid.isPresent() ? new Observed(phase, target.kind(), pid.getAsLong()) : null;
        remote = new ObserverSamples(phase.at(), phase.startNs(), rows);
    }

    /** What an observer has read. Between phases it is not kept. */
    public void add(String observer, String host, ResourceSample sample) {
        if (remote != null) {
            remote.add(observer, host, sample);
        }
    }

    /**
     * Null if the server of this phase was not observed. An observer goes before the process that listens at the address,
     * which may be a proxy.
     */
    @Nullable
    public ServerUse end(PhaseAt at, long endNs) {
        Observed ended = observed;
        ObserverSamples samples = remote;
        observed = null;
        remote = null;
        ServerUse here = ended == null || !ended.at.equals(at) ? null : ended.end(endNs);
        ServerUse named = samples == null ? null : samples.use(at, endNs);
        return named != null ? named : here;
    }

    private void stop() {
        if (observed != null) {
            observed.reading.cancel(false);
            observed.turns.close();
        }
    }

    @Override
    public void close() {
        stop();
        thread.shutdownNow();
    }
}
