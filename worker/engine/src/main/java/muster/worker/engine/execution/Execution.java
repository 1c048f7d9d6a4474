package muster.worker.engine.execution;

import java.util.ArrayList;
import java.util.List;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.Workload.Operations;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * One block of a client: prepared, run with its retries, and then read by the recording. Each client has one and uses
 * it for block after block, so that an operation of a fast target allocates nothing here.
 */
public final class Execution {
    private final int actions;
    private final PhaseClock clock;
    private final Retries retries;
    private final Transaction transaction;
    private final @Nullable AnswerComparison comparison;
    private final BlockResult answers;
    private final List<Outcome> retried = new ArrayList<>(0);

    private long lease;
    private long position;
    private long firstIndex;
    private long digest;
    private long intendedNs;
    private long startNs;
    private long endNs;
    private Outcome whole = Outcome.OK;
    private String message = "";
    private boolean maybeDone;
    private @Nullable Throwable bug;
    private final AbortRequest abort;
    private final boolean traced;
    private @Nullable JourneyExecution journeys;
    /** Time between the steps of a journey. */
    private long betweenNs;

    private List<StepSample> steps = List.of();

    /** With {@code checks} null no answers are compared; stages are recorded where it is {@code traced}. */
    public Execution(int actions, PhaseClock clock, Retries retries, @Nullable AnswerChecks checks, boolean traced) {
        this(actions, clock, retries, checks, traced, new AbortRequest());
    }

    private Execution(
            int actions,
            PhaseClock clock,
            Retries retries,
            @Nullable AnswerChecks checks,
            boolean traced,
            AbortRequest abort) {
        this.actions = actions;
        this.clock = clock;
        this.retries = retries;
        this.traced = traced;
        this.abort = abort;
        this.transaction = new Transaction(actions);
        this.comparison = checks == null ? null : new AnswerComparison(checks, actions);
        this.answers = new BlockResult(clock, actions, comparison, traced);
    }

    /** The same block, of which nothing has been answered. */
    private Execution(Execution of) {
        actions = of.actions;
        clock = of.clock;
        retries = of.retries;
        transaction = of.transaction;
        comparison = null;
        traced = false;
        abort = new AbortRequest();
        answers = new BlockResult(clock, actions, null, false);
        lease = of.lease;
        position = of.position;
        firstIndex = of.firstIndex;
        digest = of.digest;
    }

    /** Builds the operations of a block. */
    public void prepare(LeaseGrant grant, long block, Operations operations) {
        lease = grant.lease();
        position = block * actions;
        firstIndex = grant.first() + block * grant.stride() * actions;
        digest = 0;
        transaction.clear();
        long size = Math.min(actions, grant.count() - position);
        for (int i = 0; i < size; i++) {
            Operation operation = operations.at(firstIndex + i);
            transaction.add(operation);
            digest += operation.digest();
        }
    }

    /** Takes a step of a journey in place of a block of its own. */
    void prepare(QueryOperation step, Execution journey) {
        firstIndex = journey.firstIndex;
        transaction.clear();
        transaction.add(step);
    }

    /** Where the rows of a step go; null for nowhere. */
    void rows(@Nullable StepRows kept) {
        answers.rows(kept);
    }

    /** What has to be known before the block is started, so that it can be recorded as aborted at any time after. */
    public void start(long intendedStartNs, long actualStartNs, long leaseWaitNs) {
        intendedNs = intendedStartNs;
        startNs = actualStartNs;
        answers.clear(actualStartNs);
        if (leaseWaitNs > 0) {
            answers.add(Stage.LEASE, leaseWaitNs);
        }
    }

    /** Executes the block, with retries. What is thrown that must not be is an outcome and a {@link #bug}. */
    public void run(Session session) {
        maybeDone = false;
        if (!retried.isEmpty()) {
            retried.clear();
        }
        if (transaction.operation(0) instanceof JourneyOperation journey) {
            run(session, journey);
            return;
        }
        int attempt = 0;
        while (!attempt(session, attempt)) {
            attempt++;
        }
        endNs = clock.nowNs();
        if (comparison != null) {
            comparison.judge(answers);
        }
        if (RequiredRows.refuse(answers, transaction) && actions == 1) {
            message = RequiredRows.MESSAGE;
        }
    }

    private void run(Session session, JourneyOperation journey) {
        JourneyExecution running = journeys;
        if (running == null) {
            running = new JourneyExecution(new Execution(1, clock, retries, null, traced, abort), clock, abort);
            journeys = running;
        }
        expectOk();
        running.run(session, journey, this);
        endNs = clock.nowNs();
        betweenNs = endNs - startNs - running.serviceNs();
        steps = running.samples();
        digest = running.digest();
        if (running.outcome() != Outcome.OK) {
            conclude(running.outcome(), running.message());
        }
        answers.elements(0, running.elements());
    }

    /** A step of this journey has ended. */
    void learn(Execution step) {
        answers.add(step.answers);
        retried.addAll(step.retried);
        maybeDone |= step.maybeDone;
        if (step.bug != null) {
            bug = step.bug;
        }
    }

    /** Whether that was the last one. */
    private boolean attempt(Session session, int number) {
        expectOk();
        try {
            session.execute(transaction, answers);
            if (maybeDone) {
                forgiveOwnTraces();
            }
            return !MissingRows.in(answers, transaction, actions) || failed(MissingRows.failure(), number);
        } catch (OperationFailure failure) {
            return failed(failure, number);
        } catch (RuntimeException | Error thrown) {
            bug = thrown;
            conclude(Outcome.of(thrown.getClass().getName()), String.valueOf(thrown.getMessage()));
            return true;
        }
    }

    private void expectOk() {
        if (whole != Outcome.OK) {
            whole = Outcome.OK;
            message = "";
        }
        answers.fill(Outcome.OK, transaction.size());
        if (comparison != null) {
            comparison.begin(transaction, firstIndex);
        }
    }

    private void conclude(Outcome outcome, String why) {
        whole = outcome;
        message = why;
        answers.fill(outcome, transaction.size());
    }

    /**
     * After a commit whose answer was lost, "duplicate" means that this very operation was there already, and an
     * unfollow that finds no edge that it took it away itself: every operation carries its unique id.
     */
    private void forgiveOwnTraces() {
        for (int i = 0; i < transaction.size(); i++) {
            boolean undone = outcome(i) == Outcome.ABSENT && kind(i) == OperationKind.UNFOLLOW;
            if (undone || outcome(i) == Outcome.DUPLICATE) {
                answers.outcome(i, Outcome.OK);
            }
        }
    }

    /** Whether the failure is final. Where an earlier answer was lost, the block may have happened all the same. */
    private boolean failed(OperationFailure failure, int attempt) {
        boolean unknown = failure.kind() == Kind.UNKNOWN;
        maybeDone |= unknown;
        Outcome outcome = unknown ? Outcome.UNKNOWN : Outcome.of(failure.errorClass());
        boolean again = failure.kind() != Kind.PERMANENT
                && attempt < retries.limit()
                && !abort.isFor(firstIndex)
                && pause(attempt);
        if (again) {
            retried.add(outcome);
        } else if (abort.isFor(firstIndex)) {
            conclude(Outcome.ABORTED, AbortRequest.MESSAGE);
            abort.done(firstIndex);
        } else {
            conclude(maybeDone ? Outcome.UNKNOWN : outcome, String.valueOf(failure.getMessage()));
        }
        return !again;
    }

    /** False if this client was interrupted, or its block is to end. */
    private boolean pause(int attempt) {
        long untilNs = clock.nowNs() + retries.pauseNs(attempt, firstIndex);
        long nowNs = abort.sleep(clock, untilNs, firstIndex);
        answers.mark(nowNs);
        return nowNs >= untilNs;
    }

    /** The same block as aborted now, for whoever aborts it while its client still has hold of this one. */
    public Execution aborted(long nowNs) {
        Execution copy = new Execution(this);
        copy.start(intendedNs, startNs, 0);
        copy.endNs = Math.max(nowNs, startNs);
        copy.conclude(Outcome.ABORTED, "not finished within the drain limit");
        return copy;
    }

    /** The block, for who reads it while its client executes it: to be used only if it was still that block afterwards. */
    public RunningOperation seen(int client, long nowNs) {
        JourneyExecution running = journeys;
        QueryOperation step = running == null ? null : running.sent();
        Operation first = step == null ? transaction.operation(0) : step;
        return new RunningOperation(firstIndex, client, nowNs - startNs, transaction.size(), first);
    }

    /** Of a journey, each time that one was sent; empty of other operations. */
    public List<StepSample> steps() {
        return steps;
    }

    /** Time within this block in which nothing was asked: pauses between the steps of a journey. */
    public long betweenNs() {
        return betweenNs;
    }

    /** When it was meant to start. */
    long intendedNs() {
        return intendedNs;
    }

    /** Whether the target answered, whatever with: a journey that lacks a row had an answer. */
    public boolean targetAnswered() {
        return !wholeOutcome().error() || wholeOutcome() == JourneyExecution.NO_ROW;
    }

    public AbortRequest abortRequest() {
        return abort;
    }

    public long lease() {
        return lease;
    }

    public long position() {
        return position;
    }

    public long firstIndex() {
        return firstIndex;
    }

    public int size() {
        return transaction.size();
    }

    /** Whether blocks are transactions of several actions: then the transaction has samples of its own. */
    public boolean grouped() {
        return actions > 1;
    }

    public OperationKind kind(int at) {
        return transaction.operation(at).kind();
    }

    /** Whether it is a query that does not write. */
    public boolean reads(int at) {
        return transaction.operation(at) instanceof QueryOperation asked
                && !asked.query().write();
    }

    /** Whether it brought an answer, right or wrong, of which the target told the number of rows. */
    public boolean answered(int at) {
        Outcome outcome = outcome(at);
        boolean brought = outcome == Outcome.OK
                || outcome == AnswerComparison.WRONG_ANSWER
                || outcome == RequiredRows.EMPTY_ANSWER;
        return brought && answers.counted() && brings(transaction.operation(at));
    }

    /** A write brings no rows, unless it says so. */
    private static boolean brings(Operation operation) {
        return operation instanceof QueryOperation asked
                ? !asked.query().write() || asked.query().rowsRequired()
                : operation.kind() == OperationKind.FEED || operation.kind() == OperationKind.READ_PARTITION;
    }

    /** Null where no answers are compared. */
    public @Nullable AnswerComparison comparison() {
        return comparison;
    }

    public Outcome outcome(int at) {
        return answers.outcome(at);
    }

    public OperationKind wholeKind() {
        return grouped() ? OperationKind.TRANSACTION : kind(0);
    }

    public Outcome wholeOutcome() {
        return grouped() ? whole : outcome(0);
    }

    public BlockResult answers() {
        return answers;
    }

    public String message() {
        return message;
    }

    /** Whether an answer of an earlier attempt was lost, so that the block may have been executed twice. */
    public boolean againAfterLostAnswer() {
        return maybeDone;
    }

    /** The failures after which the block was tried again. */
    public List<Outcome> retried() {
        return retried;
    }

    /** No stage, no message, no retry. */
    public boolean plain() {
        return answers.stages() == 0 && message.isEmpty() && retried.isEmpty();
    }

    public long startNs() {
        return startNs;
    }

    public long endNs() {
        return endNs;
    }

    public long serviceNs() {
        return endNs - startNs - betweenNs;
    }

    public long responseNs() {
        return endNs - intendedNs - betweenNs;
    }

    /** Sum of the digests of the operations. */
    public long digest() {
        return digest;
    }

    public @Nullable Throwable bug() {
        return bug;
    }
}
