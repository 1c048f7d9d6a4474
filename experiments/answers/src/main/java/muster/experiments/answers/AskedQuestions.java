package muster.experiments.answers;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import muster.cli.terminal.Failure;
import muster.coordinator.core.event.ExitCode;
import muster.workloads.answers.AnswerDigest;
import muster.workloads.answers.AnswerDigester;
import muster.workloads.answers.AnswerKey;
import muster.workloads.answers.AnswerSink;
import muster.workloads.answers.RecordedAnswer;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.random.Mix;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;

/** The questions so far, and the session that asks new ones. The first ones of each operation are asked twice. */
final class AskedQuestions {
    /** What becomes of each answer, once a question. */
    interface Answered {
        void take(RecordedAnswer answer) throws IOException;

        /** Without an answer of outcome ok. */
        void none(RecordedAnswer question, Outcome outcome);
    }

    /** A database that contradicts itself does so soon: rows of equal rank, a LIMIT without an order. */
    private static final int ASKED_TWICE = 20;

    private final Session session;
    private final TargetDefaults defaults;
    private final Answered answered;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final int[] asked;
    private final Set<Long> known = new HashSet<>();
    private final AnswerKey key = new AnswerKey();
    private final Answer answer = new Answer();

    AskedQuestions(Session session, TargetDefaults defaults, List<Query> queries, Answered answered) {
        this.session = session;
        this.defaults = defaults;
        this.answered = answered;
        this.asked = new int[queries.size()];
        queries.forEach(query -> numbers.put(query.name(), numbers.size()));
    }

    /** Asks it, unless it was asked before; false if its answer is not comparable. */
    boolean ask(QueryOperation question) throws IOException, TargetException {
        Integer number = numbers.get(question.query().name());
        if (number == null) {
            return false;
        }
        long hash = key.of(question.values());
        if (!known.add(Mix.mix(number, hash))) {
            return true;
        }
        byte[] values = key.values();
        execute(question);
        if (!answer.taken || answer.outcome != Outcome.OK) {
            answered.none(new RecordedAnswer(number, hash, AnswerDigest.EMPTY, new byte[0], values), answer.outcome);
            return true;
        }
        AnswerDigest digest = answer.digester.digest();
        byte[] rows = answer.digester.firstRows();
        if (asked[number]++ < ASKED_TWICE) {
            refuseContradiction(question, digest);
        }
        answered.take(new RecordedAnswer(number, hash, digest, rows, values));
        return true;
    }

    private void refuseContradiction(QueryOperation question, AnswerDigest first) throws TargetException {
        execute(question);
        if (!answer.digester.digest().equals(first)) {
            throw Failure.passedOn(
                    ExitCode.WRONG_ANSWERS.code(),
                    question + " was asked twice and answered differently; give rows of equal rank an order, and do not"
                            + " sum up floating-point numbers in an order that may change");
        }
    }

    private void execute(QueryOperation question) throws TargetException {
        for (int attempt = 0; ; attempt++) {
            answer.clear(question.query().ordered());
            try {
                session.execute(Transaction.of(question), answer);
                return;
            } catch (OperationFailure failure) {
                if (failure.kind() == Kind.PERMANENT || attempt >= defaults.retries()) {
                    throw new TargetException(question + ": " + failure.getMessage());
                }
                LockSupport.parkNanos(defaults.backoff().toNanos() << Math.min(attempt, 10));
            }
        }
    }

    private static final class Answer implements Probe {
        private final AnswerDigester digester = new AnswerDigester();
        private boolean ordered;
        private boolean taken;
        private Outcome outcome = Outcome.OK;

        void clear(boolean orderCounts) {
            ordered = orderCounts;
            taken = false;
            outcome = Outcome.OK;
        }

        @Override
        public AnswerSink answer(int position) {
            taken = true;
            digester.begin(ordered);
            return digester;
        }

        @Override
        public void stage(Stage stage, long endNs) {}

        @Override
        public void outcome(int position, Outcome found) {
            outcome = found;
        }

        @Override
        public void elements(int position, long elements) {}

        @Override
        public void bytes(long sent, long received) {}
    }
}
