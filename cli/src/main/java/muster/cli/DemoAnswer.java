package muster.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import muster.store.analysis.StepComparison;
import muster.store.analysis.StepComparison.Verdict;
import muster.store.analysis.statistics.Interval;
import muster.store.analysis.statistics.Paired;
import muster.store.file.sqlite.Query;
import muster.store.table.Quantity;

/** The answer of the demo in sentences: what feeds and posts cost with GRAPHITY, compared with STOU. */
record DemoAnswer(StepComparison comparison, boolean valid, boolean wrong) {
    private static final String KEY = "workload.algorithm";
    private static final String FEED = "feed";
    private static final String POST = "post";
    /** The first pair meets a server that has compiled little yet. */
    private static final int COLD_TRIALS = 1;

    static DemoAnswer read(Query query, long runId) {
        StepComparison comparison = StepComparison.read(query, runId, KEY, "stou", "graphity", COLD_TRIALS);
        return new DemoAnswer(
                comparison,
                none(query, runId, "validity IS NOT 'valid' AND trial > " + COLD_TRIALS),
                !none(query, runId, "answers = 'wrong'"));
    }

    /** Whether no measured phase has this property; the verdicts of a trial are those of its phases. */
    private static boolean none(Query query, long runId, String property) {
        return query.table("SELECT 1 FROM step_summary JOIN phase USING (run_id, step, trial, phase)"
                        + " WHERE kind = 'measure' AND run_id = " + runId + " AND " + property)
                .rows()
                .isEmpty();
    }

    /** What the answer was computed from, doubts, and the answer itself as the last line. */
    List<String> lines() {
        return Stream.of(times(), basis(), doubt(), sentence())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** Such as "GRAPHITY serves feeds 2.31 times faster (1.90 to 2.80), posts cost 1.60 times more (1.30 to 1.90)". */
    String sentence() {
        return feeds(comparison.verdict(FEED)) + ", " + posts(comparison.verdict(POST));
    }

    private static String feeds(Verdict verdict) {
        Interval ratio = verdict.ratio();
        return switch (verdict.kind()) {
            case SHORTER -> "GRAPHITY serves feeds " + times(inverse(ratio), "faster");
            case LONGER -> "GRAPHITY serves feeds " + times(ratio, "slower");
            case UNDECIDED -> "GRAPHITY serves feeds faster or slower: undecided" + range(verdict);
        };
    }

    private static String posts(Verdict verdict) {
        Interval ratio = verdict.ratio();
        return switch (verdict.kind()) {
            case SHORTER -> "posts cost " + times(inverse(ratio), "less");
            case LONGER -> "posts cost " + times(ratio, "more");
            case UNDECIDED -> "posts cost more or less: undecided" + range(verdict);
        };
    }

    private static String times(Interval factor, String comparative) {
        return "%s times %s (%s to %s)"
                .formatted(number(factor.estimate()), comparative, number(factor.low()), number(factor.high()));
    }

    private static String range(Verdict verdict) {
        Interval ratio = verdict.ratio();
        return ratio.bounded()
                ? " (%s to %s times as long)".formatted(number(ratio.low()), number(ratio.high()))
                : " (%d pairs of trials)".formatted(verdict.pairs());
    }

    /** How many times shorter, of how many times as long: the bounds change places. */
    private static Interval inverse(Interval ratio) {
        return new Interval(1 / ratio.estimate(), 1 / ratio.high(), 1 / ratio.low());
    }

    private static String number(double factor) {
        return String.format(Locale.ROOT, "%.2f", factor);
    }

    /** A command that shows the trials of a run, from which the answer follows. */
    static String query(Path file, long runId) {
        return ("sqlite3 -header -column %s \"select step, trial, operation, samples, mean_ns from operation_summary"
                        + " where run_id = %d and phase = 'measure' and timing = 'service'\"")
                .formatted(file, runId);
    }

    private String times() {
        Paired feeds = comparison.times(FEED);
        Paired posts = comparison.times(POST);
        return "mean service times: feed %s with STOU, %s with GRAPHITY; post %s with STOU, %s with GRAPHITY"
                .formatted(
                        Quantity.duration(feeds.medianOfStandalone()),
                        Quantity.duration(feeds.medianOfCluster()),
                        Quantity.duration(posts.medianOfStandalone()),
                        Quantity.duration(posts.medianOfCluster()));
    }

    private String basis() {
        return "medians and 95 % intervals of " + comparison.verdict(FEED).pairs()
                + " pairs of trials, which took turns; the first pair is left out, because the server was cold";
    }

    private String doubt() {
        if (wrong) {
            return "the database gave WRONG answers: its times mean nothing";
        }
        return valid ? "" : "a compared trial is not VALID: do not rely on this answer";
    }
}
