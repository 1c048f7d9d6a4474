package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.worker.engine.execution.AnswerComparison;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.SeenAnswer;
import muster.worker.engine.execution.WrongAnswer;
import muster.worker.engine.record.Interval.AnswerCount;
import muster.workloads.operation.OperationKind;
import org.jspecify.annotations.Nullable;

/** How many answers of an interval were compared with a reference, by operation, and some that differed. */
final class AnswerCounts {
    private final @Nullable OperationKind[] kinds = new OperationKind[OperationKind.CODES];
    private final long[] compared = new long[OperationKind.CODES];
    private final long[] unchecked = new long[OperationKind.CODES];
    private final List<WrongAnswer> wrong = new ArrayList<>(0);
    private final List<SeenAnswer> seen = new ArrayList<>(0);
    private boolean any;

    /** The comparison is null where no answers are compared. */
    void add(Execution done) {
        AnswerComparison comparison = done.comparison();
        if (comparison == null) {
            return;
        }
        seen.addAll(comparison.seen());
        if (!comparison.compares()) {
            return;
        }
        for (int i = 0; i < done.size(); i++) {
            boolean answered = done.reads(i) && !done.outcome(i).error();
            if (comparison.compared(i)) {
                count(done.kind(i), 1, 0);
            } else if (answered) {
                count(done.kind(i), 0, 1);
            }
        }
        wrong.addAll(comparison.wrong());
    }

    private void count(OperationKind kind, long more, long moreUnchecked) {
        any = true;
        kinds[kind.code()] = kind;
        compared[kind.code()] += more;
        unchecked[kind.code()] += moreUnchecked;
    }

    void addAll(AnswerCounts other) {
        for (OperationKind kind : other.kinds) {
            if (kind != null) {
                count(kind, other.compared[kind.code()], other.unchecked[kind.code()]);
            }
        }
        wrong.addAll(other.wrong);
        seen.addAll(other.seen);
    }

    void clear() {
        if (any) {
            Arrays.fill(kinds, null);
            Arrays.fill(compared, 0);
            Arrays.fill(unchecked, 0);
            any = false;
        }
        wrong.clear();
        seen.clear();
    }

    List<AnswerCount> counts() {
        List<AnswerCount> counts = new ArrayList<>();
        for (OperationKind kind : kinds) {
            if (kind != null) {
                counts.add(new AnswerCount(kind.label(), compared[kind.code()], unchecked[kind.code()]));
            }
        }
        return counts;
    }

    List<WrongAnswer> wrong() {
        return List.copyOf(wrong);
    }

    List<SeenAnswer> seen() {
        return List.copyOf(seen);
    }
}
