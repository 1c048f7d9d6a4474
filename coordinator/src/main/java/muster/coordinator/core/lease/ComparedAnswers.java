package muster.coordinator.core.lease;

import com.google.protobuf.ByteString;
import java.util.List;
import muster.model.AnswerReport;
import muster.protocol.SeenAnswer;
import muster.protocol.Snapshot;
import muster.protocol.SnapshotCodec;
import muster.protocol.WrongAnswer;
import muster.text.Printable;
import muster.workloads.answers.AnswerDifference;
import muster.workloads.answers.AnswerRows;
import muster.workloads.operation.OperationKind;

/** What a snapshot says of answers, as the store keeps it: encoded rows become texts. */
final class ComparedAnswers {
    /** As many as a worker sends of a phase. */
    private static final int MAX_WRONG = 10;

    private ComparedAnswers() {}

    static AnswerReport of(Snapshot snapshot) {
        if (snapshot.getAnswersCount() == 0
                && snapshot.getWrongAnswersCount() == 0
                && snapshot.getSeenAnswersCount() == 0) {
            return AnswerReport.NONE;
        }
        return new AnswerReport(
                snapshot.getAnswersList().stream().map(SnapshotCodec::decode).toList(),
                snapshot.getWrongAnswersList().stream()
                        .limit(MAX_WRONG)
                        .map(ComparedAnswers::wrong)
                        .toList(),
                snapshot.getSeenAnswersList().stream()
                        .limit(OperationKind.MAX_NAMED)
                        .map(ComparedAnswers::seen)
                        .toList());
    }

    private static AnswerReport.Wrong wrong(WrongAnswer wrong) {
        return new AnswerReport.Wrong(
                wrong.getOperation(),
                wrong.getIndex(),
                parameters(wrong.getParameters()),
                wrong.getExpectedRows(),
                wrong.getObservedRows(),
                difference(wrong));
    }

    private static AnswerReport.Seen seen(SeenAnswer seen) {
        return new AnswerReport.Seen(seen.getOperation(), seen.getIndex(), seen.getRows(), rows(seen.getFirstRows()));
    }

    private static String rows(ByteString encoded) {
        try {
            return Printable.lines(String.join("\n", AnswerRows.texts(encoded.toByteArray())), Printable.MAX_MESSAGE);
        } catch (IllegalArgumentException e) {
            return "unreadable rows";
        }
    }

    /** A worker of another release may write what this one cannot read: that is no reason to lose the snapshot. */
    private static String parameters(ByteString encoded) {
        try {
            List<String> rows = AnswerRows.texts(encoded.toByteArray());
            return rows.isEmpty() ? "[]" : Printable.line(rows.getFirst(), Printable.MAX_MESSAGE);
        } catch (IllegalArgumentException e) {
            return "unreadable";
        }
    }

    private static String difference(WrongAnswer wrong) {
        try {
            return Printable.lines(AnswerDifference.text(
                    wrong.getOrdered(),
                    wrong.getExpectedRows(),
                    wrong.getExpected().toByteArray(),
                    wrong.getObservedRows(),
                    wrong.getObserved().toByteArray()));
        } catch (IllegalArgumentException e) {
            return "unreadable rows";
        }
    }
}
