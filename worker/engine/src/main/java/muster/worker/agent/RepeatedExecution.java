package muster.worker.agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.Operation;
import muster.workloads.oracle.CrashCheck.Question;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/** Single operations whose answers the oracle wants; each is tried again while its failure may pass. */
record RepeatedExecution(Target target, TargetDefaults defaults) {
    /** The posts of each reader's feed, nothing for one that is said to be absent. */
    Map<Long, Optional<List<Long>>> feeds(Set<Long> readers, int k) throws TargetException {
        Map<Long, Optional<List<Long>>> answers = new LinkedHashMap<>();
        try (Session session = target.session(Depth.EXECUTE)) {
            for (long reader : readers) {
                Answer answer = ask(session, new Feed(reader, k), "the feed of " + reader);
                answers.put(reader, answer.outcome == Outcome.ABSENT ? Optional.empty() : Optional.of(answer.posts));
            }
        }
        return answers;
    }

    /** Executes what {@code next} brings until that is null. */
    void each(Supplier<@Nullable Question> next, BiConsumer<Question, Outcome> answered) throws TargetException {
        try (Session session = target.session(Depth.EXECUTE)) {
            for (Question question = next.get(); question != null; question = next.get()) {
                String name = question.operation().kind().label() + " " + question.index();
                answered.accept(question, ask(session, question.operation(), name).outcome);
            }
        }
    }

    private Answer ask(Session session, Operation operation, String name) throws TargetException {
        for (int attempt = 0; ; attempt++) {
            Answer answer = new Answer();
            try {
                session.execute(Transaction.of(operation), answer);
                return answer;
            } catch (OperationFailure failure) {
                if (failure.kind() == Kind.PERMANENT || attempt >= defaults.retries()) {
                    throw new TargetException("verify: " + name + ": " + failure.getMessage());
                }
                LockSupport.parkNanos(defaults.backoff().toNanos() << Math.min(attempt, 10));
            }
        }
    }

    private static final class Answer implements Probe {
        private List<Long> posts = List.of();
        private Outcome outcome = Outcome.OK;

        @Override
        public void stage(Stage stage, long endNs) {}

        @Override
        public void outcome(int position, Outcome said) {
            outcome = said;
        }

        @Override
        public void elements(int position, long elements) {}

        @Override
        public void bytes(long sent, long received) {}

        @Override
        public void feed(int position, long[] shown) {
            posts = LongStream.of(shown).boxed().toList();
        }
    }
}
