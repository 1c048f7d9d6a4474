package muster.report.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.report.analysis.AnalysisException;
import muster.report.analysis.InvalidAdvice;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking;
import muster.report.ranking.Ranking.Contender;
import muster.report.sweep.SweepStep.Trial;
import muster.statistics.Best;
import muster.statistics.Trend;
import muster.store.table.Row;
import muster.store.table.Table;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a sweep side by side, and the best of them.
 *
 * @param phase the measured phase
 * @param group the values that all steps here have in common and others have not, such as "clients=16"; "" for one group
 * @param figure by which the best is chosen
 * @param unit of throughput: "operations/s" or "elements/s"
 * @param keys swept keys, as short as they are clear
 * @param trials highest number of a trial
 * @param coldTrials how many of them were left out at the start, as they meet a cold server
 * @param best by index of {@code steps}
 * @param ranking of all steps by the figure; of several rates, which are compared with what they offer, by throughput
 * @param trend of the figure over the trials, whichever step was measured
 * @param operations what each operation takes, where there are several and steps differ in more than numbers
 * @param scaling how throughput grows with clients, where these are swept
 * @param cure what to do about its trials that are INVALID
 */
public record SweepAnswer(
        String phase,
        String group,
        Figure figure,
        String unit,
        List<String> keys,
        List<SweepStep> steps,
        int trials,
        int coldTrials,
        Best best,
        Ranking ranking,
        Trend trend,
        List<OperationAnswer> operations,
        List<ScalingAnswer> scaling,
        String cure) {
    /** More steps than that make no sentence. */
    private static final int MAX_TRADED = 4;

    private static final String INVALID =
            "SELECT kind, name, observed FROM check_summary WHERE " + InvalidAdvice.ROWS + " AND run_id = ";

    /** What decides. */
    public enum Figure {
        /** Of closed loops. */
        THROUGHPUT,
        /** Of open loops at one rate: the p99 of responses, the lower the better. */
        RESPONSE,
        /** Of open loops at several rates: the highest that is kept. */
        RATE;

        /** The higher, the better. */
        double of(Trial trial) {
            return switch (this) {
                case THROUGHPUT -> trial.perS();
                case RESPONSE -> 1 / trial.p99Ns();
                case RATE -> trial.okPerS();
            };
        }

        private Criterion criterion(String unit) {
            return this == RESPONSE
                    ? Criterion.time("p99")
                    : Criterion.throughput(unit, perS -> Quantity.number(perS) + " " + unit);
        }

        private List<Contender> contenders(List<SweepStep> steps) {
            ToDoubleFunction<Trial> shown = this == RESPONSE ? Trial::p99Ns : Trial::perS;
            return steps.stream()
                    .map(step -> new Contender(step.name(), step.median(shown), step.interval(shown), step.remark()))
                    .toList();
        }
    }

    /**
     * Reads the answers of a run: one a measured phase, and a group. None for a run without a sweep.
     *
     * @param query answers a query of the file
     * @param by the swept key whose values are compared, at equal values of all others; null compares all steps
     * @throws AnalysisException if nothing by this name is swept
     */
    public static List<SweepAnswer> read(Function<String, Table> query, long runId, @Nullable String by) {
        SweepReader reader = new SweepReader(query, runId);
        if (by == null && reader.keys().isEmpty()) {
            return List.of();
        }
        int trials = reader.trials();
        int cold = reader.coldTrials();
        String key = by == null ? rate(reader) : key(reader, by);
        List<SweepAnswer> answers = new ArrayList<>();
        reader.phases()
                .forEach((phase, steps) -> groups(steps, key)
                        .forEach((group, of) ->
                                answers.add(answer(reader, query, runId, phase, group, key, of, trials, cold))));
        return answers;
    }

    /** Rates are compared with each other only: of two databases each has its own highest. */
    private static @Nullable String rate(SweepReader reader) {
        return reader.keys().values().stream()
                .filter(SweepAnswer::isRate)
                .findFirst()
                .orElse(null);
    }

    private static boolean isRate(String key) {
        return key.equals("rate") || key.endsWith(".rate");
    }

    private static String key(SweepReader reader, String by) {
        String known = reader.keys().get(by);
        if (known != null) {
            return known;
        }
        if (reader.keys().containsValue(by)) {
            return by;
        }
        throw new AnalysisException("--by " + by + ": this run sweeps "
                + (reader.keys().isEmpty()
                        ? "nothing"
                        : String.join(", ", reader.keys().keySet())));
    }

    private static Map<String, List<SweepStep>> groups(List<SweepStep> steps, @Nullable String key) {
        return steps.stream()
                .collect(Collectors.groupingBy(
                        step -> key == null ? "" : step.nameWithout(key), LinkedHashMap::new, Collectors.toList()));
    }

    private static SweepAnswer answer(
            SweepReader reader,
            Function<String, Table> query,
            long runId,
            String phase,
            String group,
            @Nullable String key,
            List<SweepStep> of,
            int trials,
            int cold) {
        List<SweepStep> steps =
                key == null ? of : of.stream().map(step -> step.only(key)).toList();
        Figure figure = figure(steps);
        double[][] figures = figures(steps, trials, figure::of);
        int[][] places = places(steps, trials);
        Best best = Best.of(figures, places);
        String unit = reader.batches() ? "elements/s" : "operations/s";
        return new SweepAnswer(
                phase,
                group,
                figure,
                unit,
                key == null ? List.copyOf(reader.keys().values()) : List.of(key),
                steps,
                trials,
                cold,
                best,
                new StepRanking(figures, places, best).by(figure.criterion(unit), figure.contenders(steps)),
                Trend.of(figures, places),
                first(steps, best)
                        .map(step -> OperationAnswer.read(query, runId, phase, peers(steps, step), trials, cold))
                        .orElse(List.of()),
                ScalingAnswer.of(steps, List.copyOf(reader.keys().values()), unit),
                InvalidAdvice.of(Row.of(query.apply(INVALID + runId))));
    }

    private static Figure figure(List<SweepStep> steps) {
        if (steps.stream().anyMatch(step -> Double.isNaN(step.offeredPerS()))) {
            return Figure.THROUGHPUT;
        }
        boolean oneRate = steps.stream().map(SweepStep::offeredPerS).distinct().count() == 1;
        return oneRate ? Figure.RESPONSE : Figure.RATE;
    }

    private static double[][] figures(List<SweepStep> steps, int trials, ToDoubleFunction<Trial> high) {
        return steps.stream().map(step -> byTrial(step, trials, high)).toArray(double[][]::new);
    }

    static int[][] places(List<SweepStep> steps, int trials) {
        return steps.stream().map(step -> step.places(trials)).toArray(int[][]::new);
    }

    private static double[] byTrial(SweepStep step, int trials, ToDoubleFunction<Trial> high) {
        double[] figures = new double[trials];
        Arrays.fill(figures, Double.NaN);
        if (step.usable()) {
            step.trials().forEach(trial -> figures[(int) trial.trial() - 1] = high.applyAsDouble(trial));
        }
        return figures;
    }

    /** The best, or one that can be used where trials are too short for the figure that decides. */
    private static Optional<SweepStep> first(List<SweepStep> steps, Best best) {
        return best.best() < 0
                ? steps.stream().filter(SweepStep::usable).findFirst()
                : Optional.of(steps.get(best.best()));
    }

    /** Those that differ from the best in other things than numbers: at other numbers of clients, times are others. */
    private static List<SweepStep> peers(List<SweepStep> steps, SweepStep best) {
        return steps.stream()
                .filter(SweepStep::usable)
                .filter(step -> step.numeric().equals(best.numeric()))
                .toList();
    }

    /** Whether it is shown that this step is the best. */
    public boolean isBest(SweepStep step) {
        return leads(step) && best.kind() == Best.Kind.DECIDED;
    }

    private boolean leads(SweepStep step) {
        return figure != Figure.RATE && !isTrade() && best.best() >= 0 && step.equals(steps.get(best.best()));
    }

    /** What must be known of a step beside its figures: "best", "ahead" where that is undecided, doubts; "" for nothing. */
    public String remark(SweepStep step) {
        String place = isBest(step) ? "best" : leads(step) && best.rival() >= 0 ? "ahead" : "";
        return place.isEmpty() || step.remark().isEmpty() ? place + step.remark() : place + ", " + step.remark();
    }

    /** What else was found: how it scales, or which step is best, and each operation. */
    public List<String> details() {
        Stream<String> scales = scaling.stream().map(ScalingAnswer::sentence);
        return Stream.concat(
                        scalesOnly() ? Stream.of(compared()) : scales,
                        Stream.concat(
                                operations.stream().map(OperationAnswer::sentence), new TrendSentence(this).detail()))
                .toList();
    }

    /** The answer in one sentence. */
    public String sentence() {
        return scalesOnly() ? scaling.getFirst().sentence() : compared();
    }

    /** Whether clients alone are swept and their curve fits: then the question was where throughput stops growing. */
    private boolean scalesOnly() {
        return keys.size() == 1
                && scaling.size() == 1
                && group.isEmpty()
                && scaling.getFirst().law().fits();
    }

    private String compared() {
        String prefix = group.isEmpty() ? "" : group + ": ";
        return prefix
                + switch (figure) {
                    case RATE -> new RateSentence(steps).text();
                    case RESPONSE, THROUGHPUT ->
                        isTrade() ? new TradeOffSentence(operations).text() : new BestSentence(this).text();
                };
    }

    /** Whether few steps at one rate are compared by several operations: then no single figure says which is better. */
    public boolean isTrade() {
        return figure == Figure.RESPONSE
                && operations.size() > 1
                && steps.size() <= MAX_TRADED
                && operations.getFirst().ranking().contenders().size() == steps.size();
    }
}
