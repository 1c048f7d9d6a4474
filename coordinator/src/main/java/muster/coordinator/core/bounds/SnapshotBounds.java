package muster.coordinator.core.bounds;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.coordinator.core.lease.SnapshotReports;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Slow;
import muster.model.IntervalFigures.Window;
import muster.model.SampledOperations.Sample;
import muster.model.Series;
import muster.model.Series.Counters;
import muster.protocol.AnswerCounts;
import muster.protocol.SeenAnswer;
import muster.protocol.Snapshot;
import muster.protocol.WrongAnswer;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.rule.NamedStatements;
import muster.workloads.target.Outcome;
import muster.workloads.target.ServerStage;
import muster.workloads.target.Stage;
import org.jspecify.annotations.Nullable;

/**
 * Compares the figures of a snapshot with the phase: names with those of the plan, indexes with those that it covers, counts
 * with their number, times with the clock. What none of the phase's workers could have measured is not measured.
 */
public final class SnapshotBounds {
    /** Elements or bytes of a phase: what a thousand phases have counted still fits in 63 bits. */
    private static final long MAX_PHASE_COUNT = 1L << 52;
    /** Each timing of an operation may be cut to the highest value. */
    private static final int MAX_TIMINGS = 2 + Stage.values().length + ServerStage.MAX;

    private static final Set<String> TIMINGS = Stream.concat(
                    Stream.of("service", "response"), Stream.of(Stage.values()).map(Stage::label))
            .collect(Collectors.toUnmodifiableSet());

    /** How many samples an index can have, by the name of an operation or step: more than one only of a step that is repeated. */
    private final Map<String, Long> operations;

    private final int retries;
    /** How many statements an index can send. */
    private final long statements;

    private long elements;
    private long bytes;
    /** Names that sessions made up, by kind: of error classes and of a server's stages. */
    private final Map<Long, Map<String, Set<String>>> names = new HashMap<>();

    private SnapshotBounds(Map<String, Long> operations, int retries, long statements) {
        this.operations = operations;
        this.retries = retries;
        this.statements = statements;
    }

    /** Of the phases of a plan. */
    public static SnapshotBounds of(Plan plan) {
        Map<String, Long> operations = new HashMap<>();
        OperationKind.builtIn().forEach(kind -> operations.put(kind.label(), 1L));
        long statements = 1;
        for (Section section : plan.workloads()) {
            Map<String, Object> workload = section.settings().raw();
            NamedStatements.names(workload).forEach(name -> operations.put(name, 1L));
            Map<String, Long> most = NamedStatements.most(workload);
            operations.putAll(most);
            if (section.kind().equals("journey")) {
                statements = Math.max(
                        statements,
                        most.values().stream().mapToLong(Long::longValue).sum());
            }
        }
        return new SnapshotBounds(
                operations, TargetDefaults.retries(plan.target().settings()), statements);
    }

    /**
     * One line that names the field outside its bounds; null if there is none: then its counts are added to those of the
     * phase.
     *
     * @param figures decoded from the snapshot
     * @param ranges the indexes that it covers, of stride 1
     */
    public @Nullable String wrong(
            PhaseMember member, Snapshot snapshot, IntervalFigures figures, List<IndexRange> ranges) {
        FieldCheck check = new FieldCheck();
        long covered = SnapshotReports.count(ranges);
        clocks(check, member, figures);
        series(check, member, figures.series(), covered);
        answers(check, snapshot, covered * statements);
        singles(check, member, figures);
        names(check, member, figures);
        indexes(check, snapshot, figures, ranges);
        ResourceBounds.check(check, snapshot.getResources());
        ResourceBounds.check(check, snapshot.getPhase());
        if (check.wrong() == null) {
            Counters sums = sums(figures.series());
            elements += sums.elements();
            bytes += sums.bytesSent() + sums.bytesReceived();
        }
        return check.wrong();
    }

    /** One line that names a series of an operation that the plan has not; null if there is none. It may be why counts differ. */
    public @Nullable String unknownOperation(IntervalFigures figures) {
        FieldCheck check = new FieldCheck();
        figures.series()
                .forEach(series -> name(check, "Series.operation", series.key().operation()));
        return check.wrong();
    }

    /** Each is bounded, and so is their number: it cannot overflow. */
    private static Counters sums(List<Series> all) {
        return all.stream().map(Series::counters).reduce(Counters.NONE, Counters::plus);
    }

    static void clocks(FieldCheck check, PhaseMember member, IntervalFigures figures) {
        Window window = figures.window();
        clock(check, member, "Snapshot.start_ns", window.startNs());
        clock(check, member, "Snapshot.end_ns", window.endNs());
        check.within("Snapshot.end_ns", window.endNs(), window.startNs(), Long.MAX_VALUE);
        if (window.lastCompletionNs() != 0) {
            clock(check, member, "Snapshot.last_completion_ns", window.lastCompletionNs());
        }
        if (window.lastAnswerNs() != 0) {
            clock(check, member, "Snapshot.last_answer_ns", window.lastAnswerNs());
        }
        check.count("Snapshot.sampled_every", figures.sampled().every());
    }

    static long inClock(PhaseMember member, long ns) {
        return Math.clamp(
                ns, member.joinedNs - FieldCheck.MAX_AHEAD_NS, member.worker.lastSeenNs() + FieldCheck.MAX_AHEAD_NS);
    }

    /** No more than an hour before it took part, and after the message came. */
    private static void clock(FieldCheck check, PhaseMember member, String field, long ns) {
        check.within(
                field,
                ns,
                member.joinedNs - FieldCheck.MAX_AHEAD_NS,
                member.worker.lastSeenNs() + FieldCheck.MAX_AHEAD_NS);
    }

    private void series(FieldCheck check, PhaseMember member, List<Series> all, long covered) {
        for (Series series : all) {
            name(check, "Series.operation", series.key().operation());
            timing(check, member, "Series.timing", series.key().timing());
            outcome(check, member, "Series.outcome", series.key().outcome());
            long times = operations.getOrDefault(series.key().operation(), 1L);
            counts(check, series, covered * times, covered * statements * retries);
        }
        if (check.wrong() == null) {
            Counters sums = sums(all);
            check.within("the phase's sum of Series.elements", elements + sums.elements(), 0, MAX_PHASE_COUNT)
                    .within(
                            "the phase's sum of Series.bytes_sent and bytes_received",
                            bytes + sums.bytesSent() + sums.bytesReceived(),
                            0,
                            MAX_PHASE_COUNT);
        }
    }

    static void counts(FieldCheck check, Series series, long samples, long retries) {
        Counters counters = series.counters();
        check.within("Series.samples", series.samples(), 0, samples)
                .within("Series.clamped", counters.clamped(), 0, samples * MAX_TIMINGS)
                .within("Series.retries", counters.retries(), 0, retries)
                .count("Series.elements", counters.elements())
                .count("Series.bytes_sent", counters.bytesSent())
                .count("Series.bytes_received", counters.bytesReceived());
    }

    private void name(FieldCheck check, String field, String operation) {
        check.require(operations.containsKey(operation), field, "\"" + operation + "\", no operation of the plan");
    }

    private void timing(FieldCheck check, PhaseMember member, String field, String timing) {
        boolean known = TIMINGS.contains(timing)
                || (timing.startsWith("server.") && mayName(member, "timing", timing, ServerStage.MAX));
        check.require(known, field, "\"" + timing + "\", no timing of an operation");
    }

    /** Error classes have names of their databases, and not many. */
    private void outcome(FieldCheck check, PhaseMember member, String field, String outcome) {
        boolean known = !outcome.isEmpty() && mayName(member, "outcome", outcome, 2 * Outcome.MAX);
        check.require(known, field, "\"" + outcome + "\", one more than an operation can have");
    }

    /** Whether it may use this name: one that it used before, or one more that is not too many. */
    private boolean mayName(PhaseMember member, String kind, String name, int most) {
        Set<String> used = names.computeIfAbsent(member.worker.session, session -> new HashMap<>())
                .computeIfAbsent(kind, any -> new HashSet<>());
        return used.contains(name) || (used.size() < most && used.add(name));
    }

    private void answers(FieldCheck check, Snapshot snapshot, long covered) {
        long compared = 0;
        long answered = 0;
        for (AnswerCounts answers : snapshot.getAnswersList()) {
            name(check, "AnswerCounts.operation", answers.getOperation());
            check.within("AnswerCounts.compared", answers.getCompared(), 0, covered)
                    .within("AnswerCounts.unchecked", answers.getUnchecked(), 0, covered)
                    .within("AnswerCounts.answered", answers.getAnswered(), 0, covered)
                    .within("AnswerCounts.empty", answers.getEmpty(), 0, answers.getAnswered());
            compared = Math.min(FieldCheck.MAX_COUNT, compared + answers.getCompared() + answers.getUnchecked());
            answered = Math.min(FieldCheck.MAX_COUNT, answered + answers.getAnswered());
            check.within("the sum of AnswerCounts", Math.max(compared, answered), 0, covered);
        }
        for (SeenAnswer seen : snapshot.getSeenAnswersList()) {
            name(check, "SeenAnswer.operation", seen.getOperation());
            check.count("SeenAnswer.rows", seen.getRows());
        }
        for (WrongAnswer wrong : snapshot.getWrongAnswersList()) {
            name(check, "WrongAnswer.operation", wrong.getOperation());
            check.count("WrongAnswer.expected_rows", wrong.getExpectedRows())
                    .count("WrongAnswer.observed_rows", wrong.getObservedRows());
        }
    }

    /** One pass over what it covers: of so many ranges a set would take longer to make. */
    private static void indexes(FieldCheck check, Snapshot snapshot, IntervalFigures figures, List<IndexRange> ranges) {
        NavigableMap<Long, String> named = new TreeMap<>();
        figures.slow().forEach(slow -> named.put(slow.index(), "SlowOperation.index"));
        figures.sampled().operations().forEach(sample -> named.put(sample.index(), "OperationSample.index"));
        snapshot.getFeedsList().forEach(feed -> named.put(feed.getIndex(), "FeedSample.index"));
        snapshot.getWrongAnswersList().forEach(wrong -> named.put(wrong.getIndex(), "WrongAnswer.index"));
        snapshot.getSeenAnswersList().forEach(seen -> named.put(seen.getIndex(), "SeenAnswer.index"));
        for (IndexRange range : ranges) {
            named.subMap(range.first(), range.first() + range.count()).clear();
        }
        named.forEach((index, field) -> check.require(false, field, index + ", which it does not cover"));
    }

    static void singles(FieldCheck check, PhaseMember member, IntervalFigures figures) {
        for (Slow slow : figures.slow()) {
            clock(check, member, "SlowOperation.end_ns", slow.endNs());
            check.time("SlowOperation.service_ns", slow.serviceNs())
                    .time("SlowOperation.response_ns", slow.responseNs());
        }
        for (Sample sample : figures.sampled().operations()) {
            clock(check, member, "OperationSample.start_ns", sample.startNs());
            check.time("OperationSample.service_ns", sample.serviceNs())
                    .time("OperationSample.response_ns", sample.responseNs());
            sample.stages().forEach(stage -> check.time("StageTime.ns", stage.ns()));
        }
    }

    private void names(FieldCheck check, PhaseMember member, IntervalFigures figures) {
        for (Slow slow : figures.slow()) {
            name(check, "SlowOperation.operation", slow.operation());
            outcome(check, member, "SlowOperation.outcome", slow.outcome());
        }
        for (Sample sample : figures.sampled().operations()) {
            name(check, "OperationSample.operation", sample.operation());
            outcome(check, member, "OperationSample.outcome", sample.outcome());
            sample.stages().forEach(stage -> timing(check, member, "StageTime.stage", stage.stage()));
        }
    }
}
