package muster.experiments.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import muster.cli.run.DatabasePermissions;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Finished;
import muster.workloads.plan.rule.Threshold;
import org.jspecify.annotations.Nullable;

/** Takes the steps of one search, one at a time: {@link LimitRounds} lets several take turns. */
final class LimitFinder implements LimitTurns {
    private static final double PROBED = 0.7;
    private static final double LOWEST = 1.0 / 200;
    private static final double HIGHEST = 32;
    /** From here on a step may be near the limit: it is measured longer, as its verdict is a close one. */
    private static final double NARROW = 0.2;

    private static final int LONGER = 3;
    /** So many operations beyond a percentile are needed to say where it is. */
    private static final double BEYOND = 3.3;

    /** No further step is taken once it is less probable than this that the limit is among the rates at all. */
    private static final double MIN_PROBABLE = 0.05;

    private static final int MIN_STEPS = 3;

    static final String INTERRUPTED = "interrupted";

    private static final Duration MAX = Duration.ofMinutes(5);

    private final Request request;
    private final StepRuns runs;
    private final StepReader reader;
    private final Consumer<StepResult> show;
    private final String suffix;
    private final List<StepResult> steps = new ArrayList<>();
    private @Nullable LimitSearch search;
    private @Nullable StepResult oneClient;
    private int taken;
    private End end = new End("", ExitCode.OK.code());

    /**
     * What is searched.
     *
     * @param step shortest time that a rate is measured
     * @param precision half width of the interval at which it ends, as a share of the rate
     * @param from expected limit; 0 to derive it from a closed loop
     * @param maxRate highest rate to try; 0 for one far beyond the closed loop
     */
    record Request(
            LimitPlan plan,
            Duration step,
            double precision,
            int maxSteps,
            double from,
            double maxRate,
            DatabasePermissions permissions) {}

    /** @param why "" if nothing ended it early */
    private record End(String why, int exitCode) {
        boolean early() {
            return !why.isEmpty();
        }
    }

    /**
     * A search that has not begun.
     *
     * @param arm what runs are called after, where several searches take turns; "" for the only one
     * @param show is told each step when it is over
     */
    LimitFinder(Request request, String arm, StepRuns runs, StepReader reader, Consumer<StepResult> show) {
        this.request = request;
        this.suffix = arm.isEmpty() ? "" : ", " + arm;
        this.runs = runs;
        this.reader = reader;
        this.show = show;
    }

    @Override
    public boolean more() {
        return !end.early()
                && (search == null ? oneClient == null : steps.size() < request.maxSteps() && !known(search));
    }

    @Override
    public void advance() throws InterruptedException {
        if (search == null) {
            begin();
            return;
        }
        StepResult step = step(rounded(search.next()), search.estimate().halfWidth() < NARROW);
        if (step != null) {
            steps.add(step);
            show.accept(step);
            search = search.after(step.step());
        }
    }

    /** No search begins where even one client misses the bound. */
    private void begin() throws InterruptedException {
        double closed = probe();
        if (end.early() || oneClient == null || !oneClient.holds()) {
            return;
        }
        double expected = request.from() > 0 ? request.from() : PROBED * closed;
        double highest = request.maxRate() > 0 ? request.maxRate() : HIGHEST * Math.max(expected, closed);
        search = new LimitSearch(expected, Math.min(expected, highest) * LOWEST, highest);
    }

    @Override
    public void stop(String why, ExitCode exitCode) {
        end = new End(why, exitCode.code());
    }

    /** What was found so far. */
    LimitResult result() {
        return new LimitResult(
                search == null || steps.isEmpty() ? null : search.estimate(), oneClient, steps, end.why());
    }

    @Override
    public ExitCode exitCode() {
        ExitCode early = ExitCode.of(end.exitCode());
        return early == ExitCode.OK ? result().exitCode() : early;
    }

    @Override
    public boolean failedAtOnce() {
        return end.exitCode() != ExitCode.OK.code() && result().estimate() == null;
    }

    /** An end that is open need not be known any better. */
    private boolean known(LimitSearch now) {
        boolean outside = now.above() > 1 - MIN_PROBABLE || now.below() > 1 - MIN_PROBABLE;
        return now.estimate().halfWidth() <= request.precision() || (outside && steps.size() >= MIN_STEPS);
    }

    /** Returns the throughput of the closed loop, operations a second. */
    private double probe() throws InterruptedException {
        Optional<Finished> finished = run(request.plan().probe(request.step().dividedBy(2)), "limit probe" + suffix);
        if (finished.isEmpty()) {
            return 0;
        }
        oneClient = reader.read(finished.get(), LimitPlan.ONE, 0);
        double all = reader.read(finished.get(), LimitPlan.ALL, 0).throughput();
        return silent(oneClient) ? 0 : Math.max(oneClient.throughput(), all);
    }

    /**
     * A step that failed is taken again, once, if the generator could not keep up, or if it stands far from all others: a
     * neighbour, or a server that is still cold, would turn the search to a wrong side.
     */
    private @Nullable StepResult step(double rate, boolean close) throws InterruptedException {
        StepResult step = once(rate, close);
        return step == null || step.holds() || (close && step.valid()) ? step : once(rate, close);
    }

    private @Nullable StepResult once(double rate, boolean close) throws InterruptedException {
        int number = steps.size() + 1;
        Duration warmup = request.step().dividedBy(2);
        return run(request.plan().step(++taken, rate, warmup, length(rate, close)), "limit " + number + suffix)
                .map(finished -> reader.read(finished, request.plan().measured().name(), rate))
                .filter(step -> !silent(step))
                .orElse(null);
    }

    /** Empty if it, or Ctrl-C, ends the search. */
    private Optional<Finished> run(String plan, String name) throws InterruptedException {
        if (stopped()) {
            return Optional.empty();
        }
        Finished finished = runs.run(plan, name, request.permissions());
        return stopped() || failed(finished) ? Optional.empty() : Optional.of(finished);
    }

    private Duration length(double rate, boolean close) {
        double samples = request.plan().plan().thresholds().stream()
                .map(Threshold::metric)
                .filter(metric -> metric.startsWith("p"))
                .mapToDouble(metric -> BEYOND / (1 - Double.parseDouble(metric.substring(1)) / 100))
                .max()
                .orElse(0);
        Duration length = request.step().multipliedBy(close ? LONGER : 1);
        Duration enough = Duration.ofSeconds((long) Math.ceil(samples / rate));
        Duration longer = length.compareTo(enough) > 0 ? length : enough;
        return longer.compareTo(MAX) > 0 ? MAX : longer;
    }

    @Override
    public boolean interrupted() {
        return runs.interrupted();
    }

    private boolean stopped() {
        if (interrupted()) {
            stop(INTERRUPTED, ExitCode.ABORTED);
        }
        return interrupted();
    }

    private boolean failed(Finished finished) {
        boolean failed =
                finished.getExitCode() == ExitCode.FAULT.code() || finished.getExitCode() == ExitCode.BAD_INPUT.code();
        if (failed) {
            String why = RunResultText.reason(finished);
            end = new End(why, finished.getExitCode());
        }
        return failed;
    }

    /** A target where nothing succeeds is no limit that was found; one whose every answer is wrong is not silent. */
    private boolean silent(StepResult step) {
        if (step.throughput() > 0 || step.wrong()) {
            return false;
        }
        end = new End("run " + step.run() + ": no operation succeeded; is the target alive?", ExitCode.FAULT.code());
        return true;
    }

    /** As the plan of a step writes it. */
    private static double rounded(double rate) {
        return rate < 100 ? Math.max(0.01, Math.round(rate * 100) / 100.0) : Math.round(rate);
    }
}
