package muster.worker.engine.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.workloads.answer.AnswerChecks;
import muster.workloads.answer.AnswerDigester;
import muster.workloads.answer.AnswerKey;
import muster.workloads.answer.AnswerReference;
import muster.workloads.answer.AnswerSink;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Outcome;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/** Compares the answers of a client's blocks, one block after another. An answer that nobody asked for is not compared. */
public final class AnswerComparison {
    /** An answer that differs from the reference: an outcome of its own (SEMANTICS 3). */
    static final Outcome WRONG_ANSWER = Outcome.of("wrongAnswer");

    private static final int NOT_COMPARED = -1;

    private final AnswerChecks checks;
    private final AnswerKey key = new AnswerKey();
    private final @Nullable AnswerDigester[] digesters;
    /** Of the answer that each position is compared with, in the reference. */
    private final int[] places;

    private final List<WrongAnswer> wrong = new ArrayList<>(0);
    private Transaction transaction = new Transaction(0);
    private long firstIndex;

    AnswerComparison(AnswerChecks checks, int actions) {
        this.checks = checks;
        this.digesters = new AnswerDigester[actions];
        this.places = new int[actions];
    }

    /** An attempt to execute a block begins. */
    void begin(Transaction block, long blockIndex) {
        transaction = block;
        firstIndex = blockIndex;
        Arrays.fill(places, NOT_COMPARED);
        wrong.clear();
    }

    AnswerSink sink(int position) {
        if (!(transaction.operation(position) instanceof QueryOperation asked)) {
            return AnswerSink.NONE;
        }
        places[position] = checks.place(asked.query(), firstIndex + position, key, asked.values());
        if (places[position] < 0) {
            return AnswerSink.NONE;
        }
        AnswerDigester digester = digester(position);
        digester.begin(asked.query().ordered());
        return digester;
    }

    private AnswerDigester digester(int position) {
        AnswerDigester known = digesters[position];
        if (known != null) {
            return known;
        }
        AnswerDigester fresh = new AnswerDigester();
        digesters[position] = fresh;
        return fresh;
    }

    /** Makes an outcome of each answer that was ok and is wrong. */
    void judge(BlockResult result) {
        for (int i = 0; i < transaction.size(); i++) {
            if (places[i] < 0) {
                continue;
            }
            if (result.outcome(i) != Outcome.OK) {
                places[i] = NOT_COMPARED;
            } else if (!checks.reference().agrees(places[i], digester(i))) {
                result.outcome(i, WRONG_ANSWER);
                keep(i);
            }
        }
    }

    private void keep(int position) {
        if (checks.keeps() && transaction.operation(position) instanceof QueryOperation asked) {
            AnswerReference reference = checks.reference();
            AnswerDigester observed = digester(position);
            key.of(asked.values());
            wrong.add(new WrongAnswer(
                    asked.query().name(),
                    firstIndex + position,
                    key.values(),
                    asked.query().ordered(),
                    reference.digest(places[position]).rows(),
                    observed.digest().rows(),
                    reference.firstRows(places[position]),
                    observed.firstRows()));
        }
    }

    /** Whether the answer at this position was compared. */
    public boolean compared(int position) {
        return places[position] >= 0;
    }

    /** The block's mismatches, as many as are kept. */
    public List<WrongAnswer> wrong() {
        return wrong;
    }
}
