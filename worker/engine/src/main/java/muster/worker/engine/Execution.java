package muster.worker.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import muster.workloads.Operation;
import muster.workloads.OperationKind;
import muster.workloads.Workload.Operations;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * One block of a client: prepared, run with its retries, and then read by the recording. Each client has one and uses
 * it for block after block, so that an operation of a fast target allocates nothing here.
 */
final class Execution implements Probe {
    private final int actions;
    private final PhaseClock clock;
    private final Retries retries;
    private final Transaction transaction;
    private final Outcome[] outcomes;
    private final long[] elements;
    private final long[] stagesNs = new long[Stage.values().length];
    private final List<Outcome> retried = new ArrayList<>(0);

    private long lease;
    private long position;
    private long firstIndex;
    private long digest;
    private long intendedNs;
    private long startNs;
    private long endNs;
    private long markNs;
    private int stages;
    private long bytesSent;
    private long bytesReceived;
    private Outcome whole = Outcome.OK;
    private String message = "";
    private boolean maybeDone;
    private @Nullable Throwable bug;

    Execution(int actionsPerTransaction, PhaseClock clock, Retries retries) {
        this(actionsPerTransaction, clock, retries, new Transaction(actionsPerTransaction));
    }

    private Execution(int actions, PhaseClock clock, Retries retries, Transaction transaction) {
        this.actions = actions;
        this.clock = clock;
        this.retries = retries;
        this.transaction = transaction;
        this.outcomes = new Outcome[actions];
        this.elements = new long[actions];
        Arrays.fill(outcomes, Outcome.OK);
    }

    /** Builds the operations of a block. */
    void prepare(LeaseGrant grant, long block, Operations operations) {
        lease = grant.lease();
        position = block * actions;
        firstIndex = grant.first() + block * grant.stride() * actions;
        transaction.clear();
        long size = Math.min(actions, grant.count() - position);
        long sum = 0;
        for (int i = 0; i < size; i++) {
            Operation operation = operations.at(firstIndex + i);
            transaction.add(operation);
            sum += operation.digest();
        }
        digest = sum;
    }

    /** What has to be known before the block is started, so that it can be recorded as aborted at any time after. */
    void start(long intendedStartNs, long actualStartNs, long leaseWaitNs) {
        intendedNs = intendedStartNs;
        startNs = actualStartNs;
        markNs = actualStartNs;
        if (stages != 0) {
            Arrays.fill(stagesNs, 0);
            stages = 0;
        }
        if (leaseWaitNs > 0) {
            addStage(Stage.LEASE, leaseWaitNs);
        }
    }

    /** Executes the block, with retries. What is thrown that must not be is an outcome and a {@link #bug}. */
    void run(Session session) {
        clearResults();
        int attempt = 0;
        while (!attempt(session, attempt)) {
            attempt++;
        }
        endNs = clock.nowNs();
    }

    private void clearResults() {
        bytesSent = bytesReceived = 0;
        if (!retried.isEmpty()) {
            retried.clear();
        }
        maybeDone = false;
    }

    /** Whether that was the last one. */
    private boolean attempt(Session session, int number) {
        clearAnswers();
        try {
            session.execute(transaction, this);
            if (maybeDone) {
                forgiveOwnTraces();
            }
            return true;
        } catch (OperationFailure failure) {
            return failed(failure, number);
        } catch (RuntimeException | Error thrown) {
            bug = thrown;
            conclude(Outcome.of(thrown.getClass().getSimpleName()), String.valueOf(thrown.getMessage()));
            return true;
        }
    }

    private void clearAnswers() {
        whole = Outcome.OK;
        message = "";
        for (int i = 0; i < transaction.size(); i++) {
            outcomes[i] = Outcome.OK;
            elements[i] = 0;
        }
    }

    /**
     * After a commit whose answer was lost, "duplicate" means that this very operation was there already, and an
     * unfollow that finds no edge that it took it away itself: every operation carries its unique id.
     */
    private void forgiveOwnTraces() {
        for (int i = 0; i < transaction.size(); i++) {
            boolean undone = outcomes[i] == Outcome.ABSENT && kind(i) == OperationKind.UNFOLLOW;
            if (undone || outcomes[i] == Outcome.DUPLICATE) {
                outcomes[i] = Outcome.OK;
            }
        }
    }

    private boolean failed(OperationFailure failure, int attempt) {
        boolean unknown = failure.kind() == Kind.UNKNOWN;
        maybeDone |= unknown;
        Outcome outcome = unknown ? Outcome.UNKNOWN : Outcome.of(failure.errorClass());
        boolean again = failure.kind() != Kind.PERMANENT && attempt < retries.limit() && pause(attempt);
        if (again) {
            retried.add(outcome);
        } else {
            conclude(maybeDone ? Outcome.UNKNOWN : outcome, String.valueOf(failure.getMessage()));
        }
        return !again;
    }

    /** False if this client was interrupted. */
    private boolean pause(int attempt) {
        long untilNs = clock.nowNs() + retries.pauseNs(attempt, firstIndex);
        for (long nowNs = clock.nowNs(); nowNs < untilNs; nowNs = clock.nowNs()) {
            LockSupport.parkNanos(this, untilNs - nowNs);
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
        }
        markNs = untilNs;
        return true;
    }

    private void conclude(Outcome failure, String why) {
        whole = failure;
        message = why;
        Arrays.fill(outcomes, 0, transaction.size(), failure);
        Arrays.fill(elements, 0, transaction.size(), 0);
    }

    /** The same block as aborted now, for whoever aborts it while its client still has hold of this one. */
    Execution aborted(long nowNs) {
        Execution copy = new Execution(actions, clock, retries, transaction);
        copy.lease = lease;
        copy.position = position;
        copy.firstIndex = firstIndex;
        copy.digest = digest;
        copy.start(intendedNs, startNs, 0);
        copy.endNs = Math.max(nowNs, startNs);
        copy.conclude(Outcome.ABORTED, "not finished within the drain limit");
        return copy;
    }

    @Override
    public void stage(Stage stage) {
        long nowNs = clock.nowNs();
        addStage(stage, nowNs - markNs);
        markNs = nowNs;
    }

    private void addStage(Stage stage, long durationNs) {
        stages |= 1 << stage.ordinal();
        stagesNs[stage.ordinal()] += durationNs;
    }

    @Override
    public void outcome(int at, Outcome outcome) {
        outcomes[at] = outcome;
    }

    @Override
    public void elements(int at, long count) {
        elements[at] = count;
    }

    @Override
    public void bytes(long sent, long received) {
        bytesSent += sent;
        bytesReceived += received;
    }

    long lease() {
        return lease;
    }

    long position() {
        return position;
    }

    long firstIndex() {
        return firstIndex;
    }

    int size() {
        return transaction.size();
    }

    /** Whether blocks are transactions of several actions: then the transaction has samples of its own. */
    boolean grouped() {
        return actions > 1;
    }

    OperationKind kind(int at) {
        return transaction.operation(at).kind();
    }

    Outcome outcome(int at) {
        return outcomes[at];
    }

    long elements(int at) {
        return elements[at];
    }

    OperationKind wholeKind() {
        return grouped() ? OperationKind.TRANSACTION : kind(0);
    }

    Outcome wholeOutcome() {
        return grouped() ? whole : outcomes[0];
    }

    String message() {
        return message;
    }

    List<Outcome> retried() {
        return retried;
    }

    /** No stage, no message, no retry. */
    boolean plain() {
        return stages == 0 && message.isEmpty() && retried.isEmpty();
    }

    /** A bit for each stage that was met. */
    int stages() {
        return stages;
    }

    long stageNs(int ordinal) {
        return stagesNs[ordinal];
    }

    long bytesSent() {
        return bytesSent;
    }

    long bytesReceived() {
        return bytesReceived;
    }

    long startNs() {
        return startNs;
    }

    long endNs() {
        return endNs;
    }

    long serviceNs() {
        return endNs - startNs;
    }

    long responseNs() {
        return endNs - intendedNs;
    }

    /** Sum of the digests of the operations. */
    long digest() {
        return digest;
    }

    @Nullable Throwable bug() {
        return bug;
    }
}
