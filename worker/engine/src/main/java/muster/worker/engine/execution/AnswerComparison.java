package muster.worker.engine.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.answers.AnswerDigester;
import muster.workloads.answers.AnswerKey;
import muster.workloads.answers.AnswerRows;
import muster.workloads.answers.AnswerSink;
import muster.workloads.answers.KnownAnswers;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Outcome;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Compares the answers of a client's blocks, one block after another. An answer that has no reference is not compared.
 */
public final class AnswerComparison {
    /** An answer that differs from the reference: an outcome of its own (docs/semantics.md rule 3). */
    static final Outcome WRONG_ANSWER = Outcome.of("wrongAnswer");

    private static final int NOT_COMPARED = -1;
    /** Of an answer that is shown with the results; each worker sends one an operation and phase. */
    private static final int MAX_SEEN_BYTES = 2 * 1024;

    private final AnswerChecks checks;
    private final AnswerKey key = new AnswerKey();
    private final @Nullable AnswerDigester[] digesters;
    /** Of the answer that each position is compared with, in the reference. */
    private final int[] places;

    /** Whether the answer at each position is digested: it is compared, or reported. */
    private final boolean[] digested;

    private final List<WrongAnswer> wrong = new ArrayList<>(0);
    private final List<SeenAnswer> seen = new ArrayList<>(0);
    private Transaction transaction = new Transaction(0);
    private long firstIndex;

    AnswerComparison(AnswerChecks checks, int actions) {
        this.checks = checks;
        this.digesters = new AnswerDigester[actions];
        this.places = new int[actions];
        this.digested = new boolean[actions];
    }

    /** An attempt to execute a block begins. */
    void begin(Transaction block, long blockIndex) {
        transaction = block;
        firstIndex = blockIndex;
        Arrays.fill(places, NOT_COMPARED);
        Arrays.fill(digested, false);
        wrong.clear();
        seen.clear();
    }

    AnswerSink sink(int position) {
        if (!(transaction.operation(position) instanceof QueryOperation asked)) {
            return AnswerSink.NONE;
        }
        places[position] = checks.place(asked.query(), firstIndex + position, key, asked.values());
        digested[position] = places[position] >= 0 || checks.isUnseen(asked.query());
        if (!digested[position]) {
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
            if (!digested[i] || !(transaction.operation(i) instanceof QueryOperation asked)) {
                continue;
            }
            if (result.outcome(i) == Outcome.OK) {
                judge(i, asked, result);
            } else {
                places[i] = NOT_COMPARED;
            }
        }
    }

    private void judge(int position, QueryOperation asked, BlockResult result) {
        if (checks.takesFirst(asked.query())) {
            AnswerDigester observed = digester(position);
            seen.add(new SeenAnswer(
                    asked.query().name(),
                    firstIndex + position,
                    observed.digest().rows(),
                    AnswerRows.first(observed.firstRows(), MAX_SEEN_BYTES)));
        }
        KnownAnswers known = checks.known(asked.query());
        if (places[position] >= 0 && known != null && !known.agrees(places[position], digester(position))) {
            result.outcome(position, WRONG_ANSWER);
            keep(position, asked, known);
        }
    }

    private void keep(int position, QueryOperation asked, KnownAnswers known) {
        if (checks.keeps()) {
            AnswerDigester observed = digester(position);
            key.of(asked.values());
            wrong.add(new WrongAnswer(
                    asked.query().name(),
                    firstIndex + position,
                    key.values(),
                    asked.query().ordered(),
                    known.digest(places[position]).rows(),
                    observed.digest().rows(),
                    known.firstRows(places[position]),
                    observed.firstRows()));
        }
    }

    /** Whether any answers are compared, and not only shown. */
    public boolean compares() {
        return checks.compares();
    }

    /** Whether the answer at this position was compared. */
    public boolean compared(int position) {
        return places[position] >= 0;
    }

    /** The block's mismatches, as many as are kept. */
    public List<WrongAnswer> wrong() {
        return wrong;
    }

    /** The first answers of statements without parameters. */
    public List<SeenAnswer> seen() {
        return seen;
    }
}
