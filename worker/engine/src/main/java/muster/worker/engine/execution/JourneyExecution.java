package muster.worker.engine.execution;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.operation.Journey;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.JourneyStep;
import muster.workloads.operation.JourneyStep.NoRow;
import muster.workloads.operation.JourneyStep.StepValue;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import org.jspecify.annotations.Nullable;

/**
 * Sends the steps of one journey after another (docs/decisions/0114-journeys.md): each is a transaction of its own, with the retries of
 * any operation, and with values from the rows of earlier steps.
 */
final class JourneyExecution {
    /** A step needed a row that never came: an outcome of its own. */
    static final Outcome NO_ROW = Outcome.of("noRow");
    /** A value of an answer can be no parameter. */
    static final Outcome FAULT = Outcome.of("journeyFault");

    private static final int END = Integer.MAX_VALUE;

    private final Execution step;
    private final PhaseClock clock;
    private final AbortRequest abort;
    private final List<StepSample> samples = new ArrayList<>();
    private final IdentityHashMap<Journey, List<StepRows>> kept = new IdentityHashMap<>();
    private List<StepRows> rows = List.of();
    private Outcome outcome = Outcome.OK;
    private String message = "";
    private String missing = "";
    private long digest;
    private long serviceNs;
    private long dueNs;
    private long elements;
    private volatile @Nullable QueryOperation sent;

    /** @param step executes one step at a time */
    JourneyExecution(Execution step, PhaseClock clock, AbortRequest abort) {
        this.step = step;
        this.clock = clock;
        this.abort = abort;
    }

    /** Sends the steps that follow each other until the journey has ended; {@code whole} learns of each. */
    void run(Session session, JourneyOperation asked, Execution whole) {
        begin(asked, whole);
        List<JourneyStep> steps = asked.journey().steps();
        int at = 0;
        while (at < steps.size()) {
            at = pass(session, asked, at, whole);
        }
        sent = null;
    }

    private void begin(JourneyOperation asked, Execution whole) {
        rows = kept.computeIfAbsent(
                asked.journey(),
                journey -> journey.steps().stream().map(StepRows::new).toList());
        rows.forEach(StepRows::forget);
        samples.clear();
        outcome = Outcome.OK;
        message = "";
        digest = asked.digest();
        serviceNs = 0;
        elements = 0;
        dueNs = whole.intendedNs();
    }

    /** Sends a step as often as it says; returns the number of the step that follows, {@link #END} if none does. */
    private int pass(Session session, JourneyOperation asked, int at, Execution whole) {
        JourneyStep next = asked.journey().steps().get(at);
        for (int pass = 0; pass < next.most(); pass++) {
            @Nullable Object[] values = values(asked, next, pass);
            if (outcome.error()) {
                return END;
            }
            if (values != null && !(think(next, whole) && send(session, next, values, at, whole))) {
                return END;
            }
            boolean found = values != null && step.answers().elements(0) > 0 && step.outcome(0) != Outcome.ABSENT;
            if (!found && next.untilEmpty()) {
                return at + 1;
            }
            int following = found ? at : afterNoRow(next, values != null, at);
            if (following != at) {
                return following;
            }
        }
        return at + 1;
    }

    /** The number of the step that follows where there is no row: this one where the answer changes nothing. */
    private int afterNoRow(JourneyStep next, boolean wasSent, int at) {
        return switch (next.noRow()) {
            case NoRow.Unsaid() -> wasSent ? at : fail(next, false, missing);
            case NoRow.Fail() -> fail(next, wasSent, wasSent ? "the answer has no row" : missing);
            case NoRow.Continue() -> at;
            case NoRow.Jump(int to) -> to;
            case NoRow.Stop() -> stop(next, wasSent);
        };
    }

    private int fail(JourneyStep next, boolean wasSent, String why) {
        conclude(NO_ROW, next, why);
        mark(next, wasSent, NO_ROW);
        return END;
    }

    private int stop(JourneyStep next, boolean wasSent) {
        mark(next, wasSent, Outcome.ABSENT);
        return END;
    }

    /** The step with which the journey ends shows why, whether it was sent or not. */
    private void mark(JourneyStep next, boolean wasSent, Outcome as) {
        StepSample ended =
                wasSent ? samples.removeLast() : new StepSample(next.query().kind(), as, 0, 0, 0, false, "");
        samples.add(new StepSample(
                ended.kind(),
                as,
                ended.serviceNs(),
                ended.responseNs(),
                ended.elements(),
                ended.answered(),
                as.error() ? message : ""));
    }

    private void conclude(Outcome as, JourneyStep at, String why) {
        outcome = as;
        message = at.name() + ": " + why;
    }

    /** Pauses; false if the journey is to end. */
    private boolean think(JourneyStep next, Execution whole) {
        if (next.thinkNs() > 0) {
            dueNs = Math.max(dueNs, clock.nowNs()) + next.thinkNs();
            abort.sleep(clock, dueNs, whole.firstIndex());
        }
        boolean ends = abort.isFor(whole.firstIndex());
        if (ends || Thread.currentThread().isInterrupted()) {
            outcome = Outcome.ABORTED;
            message = AbortRequest.MESSAGE;
            if (ends) {
                abort.done(whole.firstIndex());
            }
            return false;
        }
        return true;
    }

    /** Whether the journey goes on. */
    private boolean send(Session session, JourneyStep next, @Nullable Object[] values, int at, Execution whole) {
        QueryOperation operation = new QueryOperation(next.query(), values);
        sent = operation;
        digest = JourneyOperation.digest(digest, operation);
        step.prepare(operation, whole);
        step.start(dueNs, clock.nowNs(), 0);
        step.rows(next.keepsRows() ? rows.get(at) : null);
        step.run(session);
        whole.learn(step);
        dueNs = step.endNs();
        serviceNs += step.serviceNs();
        elements += step.answers().elements(0);
        Outcome ended = step.outcome(0);
        boolean failed = ended.error();
        if (next.keepsRows() && !failed && step.answers().elements(0) > 0) {
            rows.get(at).keep();
        }
        if (failed) {
            conclude(ended, next, step.message());
        }
        samples.add(new StepSample(
                next.query().kind(),
                ended,
                step.serviceNs(),
                step.responseNs(),
                step.answers().elements(0),
                step.answered(0),
                failed ? step.message() : ""));
        return !failed;
    }

    /** The values of a step's parameters; null if a row is not there. */
    private @Nullable Object @Nullable [] values(JourneyOperation asked, JourneyStep next, int pass) {
        @Nullable Object[] values = new Object[next.values().size()];
        for (int i = 0; i < values.length; i++) {
            switch (next.values().get(i)) {
                case StepValue.Drawn(int place) -> values[i] = asked.values()[place];
                case StepValue.Constant(Object constant) -> values[i] = constant;
                case StepValue.Given() ->
                    throw new IllegalStateException("only Python workers have the generator of "
                            + next.query().name());
                case StepValue.OfRow reference -> {
                    StepRows of = rows.get(reference.step());
                    @Nullable Object[] row = of.row(reference, pass);
                    int column = row == null ? -1 : of.column(reference.column());
                    if (row == null || column < 0 || column >= row.length) {
                        missing = missing(asked, next, i, reference, row != null);
                        return null;
                    }
                    values[i] = parameter(next, i, row[column]);
                }
            }
        }
        return values;
    }

    private @Nullable Object parameter(JourneyStep next, int at, @Nullable Object value) {
        try {
            return StepRows.parameter(value);
        } catch (IllegalArgumentException e) {
            conclude(
                    FAULT,
                    next,
                    "parameter " + next.query().parameters().get(at) + " is " + e.getMessage()
                            + ", which can be no parameter; return a number, a text or a truth value");
            mark(next, false, FAULT);
            return null;
        }
    }

    private String missing(JourneyOperation asked, JourneyStep next, int at, StepValue.OfRow reference, boolean there) {
        String of = asked.journey().steps().get(reference.step()).name();
        String parameter = "parameter " + next.query().parameters().get(at) + " needs ";
        return there
                ? parameter + "column " + reference.column() + " of " + of + ", whose columns are "
                        + String.join(", ", rows.get(reference.step()).columns())
                : parameter + "a row of " + of + " that is not there";
    }

    Outcome outcome() {
        return outcome;
    }

    String message() {
        return message;
    }

    /** Of the steps together, without pauses. */
    long serviceNs() {
        return serviceNs;
    }

    /** Rows of all steps. */
    long elements() {
        return elements;
    }

    /** Of what was drawn, and of all that was sent. */
    long digest() {
        return digest;
    }

    List<StepSample> samples() {
        return samples;
    }

    /** What is sent now, for others to read; null between journeys. */
    @Nullable
    QueryOperation sent() {
        return sent;
    }
}
