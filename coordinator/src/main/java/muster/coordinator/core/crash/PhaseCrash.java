package muster.coordinator.core.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import muster.coordinator.core.crash.AcknowledgedWindows.Window;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CrashTask;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.membership.Outbox;
import muster.model.CrashRow;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.LostWriteRow;
import muster.model.PhaseAt;
import muster.protocol.CrashFindings;
import muster.protocol.LostWrites;
import muster.protocol.PhaseKnown;
import muster.workloads.plan.section.CrashSpec;
import org.jspecify.annotations.Nullable;

/** The crash of the server that a phase asks for: none, to come, under way, or over. */
public final class PhaseCrash {
    /** More are counted, and not named. */
    private static final int MAX_NAMED = 1_000;

    /**
     * The server may serve clients that long before Muster sees that it is ready; an ok before that was given before the
     * crash, to a client that was slow to take it.
     */
    private static final long MAX_EARLY_NS = 1_000_000_000;

    private final PhaseAt at;
    private final @Nullable CrashSpec spec;
    private final Outbox outbox;
    private final AcknowledgedWindows windows = new AcknowledgedWindows();
    private State state;
    private long phaseStartNs;

    private sealed interface State {
        record None() implements State {}

        record ToCome() implements State {}

        record UnderWay() implements State {}

        record Over(CrashTask.Times times) implements State {}

        record Failed() implements State {}
    }

    public PhaseCrash(PhaseAt at, @Nullable CrashSpec spec, Outbox outbox) {
        this.at = at;
        this.spec = spec;
        this.outbox = outbox;
        this.state = spec == null ? new State.None() : new State.ToCome();
    }

    /** Of a phase that is running. */
    public void tick(long startNs, long nowNs) {
        if (state instanceof State.ToCome && spec != null && nowNs >= startNs + spec.atNs()) {
            phaseStartNs = startNs;
            state = new State.UnderWay();
            outbox.log("crash of the server: " + spec.label());
            outbox.add(new Action.CrashServer(new CrashTask(at, spec)));
        }
    }

    /** What a snapshot covers. */
    public void covered(IntervalFigures figures, List<IndexRange> indexes) {
        if (!(state instanceof State.None)) {
            IntervalFigures.Window window = figures.window();
            windows.add(new Window(window.startNs(), window.endNs(), figures.operations("ok"), List.copyOf(indexes)));
        }
    }

    public void answered(Event.ServerCrashed answer) {
        if (state instanceof State.UnderWay) {
            state = answer.failure().isEmpty() ? new State.Over(answer.times()) : new State.Failed();
        }
    }

    /** Whether the server is being crashed or started again. */
    public boolean underWay() {
        return state instanceof State.UnderWay;
    }

    /** Whether it took place, and the server is back. */
    public boolean over() {
        return state instanceof State.Over;
    }

    /** Adds what was answered before the crash; all of it, if the other processes of the server went on. */
    public PhaseKnown complete(PhaseKnown known) {
        return state instanceof State.Over over
                ? known.toBuilder()
                        .addAllBeforeCrash(windows.before(partial() ? Long.MAX_VALUE : againNs(over.times())))
                        .build()
                : known;
    }

    private boolean partial() {
        return spec != null && !spec.process().isEmpty();
    }

    /** No ok that was given after the crash is older. */
    private long againNs(CrashTask.Times times) {
        return partial() ? times.downNs() : Math.max(times.downNs(), times.readyNs() - MAX_EARLY_NS);
    }

    /** Writes what became of it. */
    public CrashRow judge(CrashFindings findings) {
        CrashTask.Times times = ((State.Over) state).times();
        List<LostWriteRow> lost = lost(findings, times.crashNs());
        double before = windows.perS(phaseStartNs, times.crashNs());
        CrashRow row = new CrashRow(
                at,
                spec == null ? "" : spec.label(),
                times.crashNs(),
                times.downNs(),
                times.readyNs(),
                windows.firstOkNs(againNs(times)),
                windows.recoveredNs(times.downNs(), before),
                before,
                findings.getAcknowledged(),
                findings.getAcknowledgedAfter(),
                lost.size(),
                Math.max(
                        0,
                        lost.stream().mapToLong(LostWriteRow::mostAgeNs).max().orElse(0)),
                findings.getUnknown(),
                findings.getUnknownKept(),
                findings.getRefused(),
                findings.getPhantoms(),
                findings.getHalfTransactions(),
                findings.getUnjudged());
        outbox.add(new Action.WriteCrash(row, lost.stream().limit(MAX_NAMED).toList()));
        return row;
    }

    /** The oldest first. */
    private List<LostWriteRow> lost(CrashFindings findings, long crashNs) {
        List<LostWriteRow> lost = new ArrayList<>();
        for (LostWrites writes : findings.getLostList()) {
            long index = 0;
            for (int run = 0; run + 1 < writes.getRunsCount(); run += 2) {
                index += writes.getRuns(run);
                for (long end = index + writes.getRuns(run + 1); index < end; index++) {
                    lost.add(lost(writes.getOperation(), index, crashNs));
                }
            }
        }
        lost.sort(Comparator.comparingLong(LostWriteRow::mostAgeNs).reversed());
        return lost;
    }

    private LostWriteRow lost(String operation, long index, long crashNs) {
        Window window = windows.of(index);
        long startNs = window == null ? crashNs : window.startNs();
        long endNs = window == null ? crashNs : window.endNs();
        return new LostWriteRow(at, operation, index, crashNs - endNs, crashNs - startNs);
    }
}
