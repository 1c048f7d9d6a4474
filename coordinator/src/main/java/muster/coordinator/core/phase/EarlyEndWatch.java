package muster.coordinator.core.phase;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.verdict.CheckRows;
import muster.coordinator.core.verdict.ThresholdCheck;
import muster.model.CheckRow;
import muster.statistics.SettledThroughput;
import muster.text.Quantity;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.plan.rule.StopRule;
import muster.workloads.plan.rule.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * Watches a phase second by second, each of them once all who work have reported it, and ends it early where its plan
 * says so, or where nothing is left to do. The phase then ends with the last second that was judged: what was completed
 * later counts as drained. After a restart of the coordinator it starts again.
 */
final class EarlyEndWatch {
    private static final long SECOND_NS = 1_000_000_000;
    /** Nobody waits longer for those who are late with a report. */
    private static final long PATIENCE_NS = 3 * SECOND_NS;

    private static final String WARMUP = "warm-up";

    private final PhaseContext phase;
    private final EarlyEnd plan;
    private final int[] badSeconds;
    private long[] completed = new long[0];
    private long nextSecond;
    private boolean asked;
    private @Nullable CheckRow why;

    EarlyEndWatch(PhaseContext phase) {
        this.phase = phase;
        this.plan = phase.phase().spec().earlyEnd();
        this.badSeconds = new int[plan.stopIf().size()];
    }

    /** Asks the store for the next second, once it is whole. */
    void ask(long nowNs) {
        if (!plan.possible()
                || asked
                || !phase.status().running()
                || !phase.timeline().begun()) {
            return;
        }
        if (nextSecond == 0) {
            nextSecond = Math.ceilDiv(phase.timeline().startNs(), SECOND_NS);
        }
        long untilNs = (nextSecond + 1) * SECOND_NS;
        if (isWhole(untilNs, nowNs)) {
            asked = true;
            phase.outbox().add(new Action.ReadSecond(phase.at(), nextSecond));
        }
    }

    /** Returns whether the phase ends because all indexes are covered; one with a duration then ends with the last completion. */
    boolean endsComplete() {
        boolean complete = phase.streams().complete();
        if (complete && phase.phase().mayRunOut() && why == null) {
            phase.timeline().stop(phase.acceptor().lastCompletionNs());
            why = ranOut();
        }
        return complete;
    }

    private CheckRow ranOut() {
        String lasted = Quantity.duration(phase.timeline().seconds() * SECOND_NS);
        return CheckRows.warning(
                phase.at(),
                "operations",
                "enough for " + plannedText(),
                phase.phase().limit() + " operations",
                "",
                "phase " + phase.at().phase() + " ended after " + lasted + " of " + plannedText()
                        + ": all that the workload has was done; give it more, or less time");
    }

    private boolean isWhole(long untilNs, long nowNs) {
        boolean reported = phase.members().active().stream()
                .filter(member -> member.start.started())
                .allMatch(member -> hasReported(member, untilNs));
        boolean inPhase =
                phase.timeline().endNs() == 0 || untilNs < phase.timeline().endNs();
        return inPhase && nowNs >= untilNs && (reported || nowNs >= untilNs + PATIENCE_NS);
    }

    private boolean hasReported(PhaseMember member, long untilNs) {
        return phase.streams().all().stream()
                .filter(stream -> member.stream(stream.number()).clients().share() > 0)
                .allMatch(stream -> member.reports.untilNs(stream.number()) >= untilNs);
    }

    /** Returns whether the phase ends with this second. */
    boolean ends(long second, PhaseFigures figures) {
        if (!asked || second != nextSecond || !phase.status().running()) {
            return false;
        }
        asked = false;
        nextSecond++;
        completed = Arrays.copyOf(completed, completed.length + 1);
        completed[completed.length - 1] = Math.round(figures.throughputPerS());
        why = judge(figures);
        if (why != null) {
            phase.timeline().stop(nextSecond * SECOND_NS);
        }
        return why != null;
    }

    private @Nullable CheckRow judge(PhaseFigures figures) {
        for (int at = 0; at < badSeconds.length; at++) {
            StopRule rule = plan.stopIf().get(at);
            double observed = ThresholdCheck.observed(rule.bound(), figures);
            count(at, rule.bound(), observed);
            if (badSeconds[at] >= rule.time().toSeconds()) {
                return stopped(rule, observed);
            }
        }
        return settled() ? steady() : null;
    }

    /** A second in which nothing was completed says nothing about latencies. */
    private void count(int at, Threshold bound, double observed) {
        if (!Double.isNaN(observed)) {
            badSeconds[at] = bound.met(observed) ? badSeconds[at] + 1 : 0;
        }
    }

    private boolean settled() {
        return plan.steadyAfter() != null
                && completed.length >= plan.steadyAfter().toSeconds()
                && SettledThroughput.of(completed).settled();
    }

    boolean ended() {
        return why != null;
    }

    /** Of a phase that has ended. */
    List<CheckRow> rows() {
        if (plan.steadyAfter() == null || why != null) {
            return Stream.ofNullable(why).toList();
        }
        String most = Durations.format(phase.phase().spec().durationNs());
        return List.of(CheckRows.warning(
                phase.at(),
                WARMUP,
                "steady within " + most,
                SettledThroughput.of(completed).text(),
                "",
                "phase " + phase.at().phase() + " never became steady; what is measured after it may still change"));
    }

    private CheckRow stopped(StopRule rule, double observed) {
        String name = phase.at().phase();
        return CheckRows.warning(
                phase.at(),
                "stop rule",
                "never " + rule.text(),
                ThresholdCheck.text(rule.bound(), observed) + " in the last second",
                "",
                "phase " + name + " ended after " + lengthText() + " of " + plannedText() + ", by its stopIf");
    }

    private CheckRow steady() {
        return CheckRows.fact(phase.at(), WARMUP, "steady", "steady after " + lengthText());
    }

    private String lengthText() {
        return completed.length + " s";
    }

    private String plannedText() {
        long durationNs = phase.phase().spec().durationNs();
        return durationNs > 0 ? Durations.format(durationNs) : phase.phase().planned() + " operations";
    }
}
