package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.model.AnswerReport.Counts;
import muster.worker.engine.execution.AnswerComparison;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.SeenAnswer;
import muster.worker.engine.execution.StepSample;
import muster.worker.engine.execution.WrongAnswer;
import muster.workloads.operation.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * How many answers an interval brought, and how many had no row, by operation; how many were compared with a reference, and
 * some that differed.
 */
final class AnswerCounts {
    private static final int COMPARED = 0;
    private static final int UNCHECKED = 1;
    private static final int ANSWERED = 2;
    private static final int EMPTY = 3;
    private static final int COUNTS = 4;

    private final @Nullable OperationKind[] kinds = new OperationKind[OperationKind.CODES];
    /** {@link #COUNTS} of each kind, by its code. */
    private final long[] counts = new long[OperationKind.CODES * COUNTS];

    private final List<WrongAnswer> wrong = new ArrayList<>(0);
    private final List<SeenAnswer> seen = new ArrayList<>(0);
    private boolean any;

    void add(Execution done) {
        AnswerComparison comparison = done.comparison();
        boolean compares = comparison != null && comparison.compares();
        if (comparison != null) {
            seen.addAll(comparison.seen());
            wrong.addAll(comparison.wrong());
        }
        addSteps(done);
        for (int i = 0; i < done.size(); i++) {
            if (done.answered(i)) {
                count(done.kind(i), ANSWERED);
                if (done.answers().elements(i) == 0) {
                    count(done.kind(i), EMPTY);
                }
            }
            if (comparison != null && comparison.compared(i)) {
                count(done.kind(i), COMPARED);
            } else if (compares && done.reads(i) && !done.outcome(i).error()) {
                count(done.kind(i), UNCHECKED);
            }
        }
    }

    private void addSteps(Execution done) {
        for (StepSample step : done.steps()) {
            if (step.answered()) {
                count(step.kind(), ANSWERED);
                if (step.elements() == 0) {
                    count(step.kind(), EMPTY);
                }
            }
        }
    }

    private void count(OperationKind kind, int which) {
        know(kind);
        counts[kind.code() * COUNTS + which]++;
    }

    /** Comparing is cheaper than storing a reference again. */
    private void know(OperationKind kind) {
        if (kinds[kind.code()] != kind) {
            kinds[kind.code()] = kind;
            any = true;
        }
    }

    void addAll(AnswerCounts other) {
        for (OperationKind kind : other.kinds) {
            if (kind != null) {
                know(kind);
                for (int at = kind.code() * COUNTS; at < (kind.code() + 1) * COUNTS; at++) {
                    counts[at] += other.counts[at];
                }
            }
        }
        wrong.addAll(other.wrong);
        seen.addAll(other.seen);
    }

    void clear() {
        if (any) {
            Arrays.fill(kinds, null);
            Arrays.fill(counts, 0);
            any = false;
        }
        wrong.clear();
        seen.clear();
    }

    List<Counts> counts() {
        List<Counts> all = new ArrayList<>();
        for (OperationKind kind : kinds) {
            if (kind != null) {
                all.add(new Counts(
                        kind.label(), of(kind, COMPARED), of(kind, UNCHECKED), of(kind, ANSWERED), of(kind, EMPTY)));
            }
        }
        return all;
    }

    private long of(OperationKind kind, int which) {
        return counts[kind.code() * COUNTS + which];
    }

    List<WrongAnswer> wrong() {
        return List.copyOf(wrong);
    }

    List<SeenAnswer> seen() {
        return List.copyOf(seen);
    }
}
