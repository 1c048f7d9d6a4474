package muster.workloads.answers;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/** Which answers of one phase are compared, and with what. Safe to use from any thread. */
public final class AnswerChecks {
    /** So many mismatches of a phase are kept by each worker. */
    private static final int MAX_SHOWN = 10;

    private static final long SHARES = 1L << 32;
    /** Keeps the draw of the share apart from all others: "answers". */
    private static final long STREAM = 0x61_6e73_7765_7273L;

    /** By code of the operation's kind; null where its answers are not compared. */
    private final @Nullable KnownAnswers[] known = new KnownAnswers[OperationKind.CODES];
    /** Of the operations, in the answers that are known of them. */
    private final int[] numbers = new int[OperationKind.CODES];

    /** By code: whether the first answer is still to be reported. */
    private final AtomicIntegerArray unseen = new AtomicIntegerArray(OperationKind.CODES);

    private final long share;
    private final AtomicInteger shown = new AtomicInteger();

    private AnswerChecks(List<Query> queries, double share) {
        this.share = Math.round(share * SHARES);
        queries.stream()
                .filter(AnswerChecks::hasOneAnswer)
                .forEach(query -> unseen.set(query.kind().code(), 1));
    }

    /** A read without parameters: its one answer is shown with the results. */
    private static boolean hasOneAnswer(Query query) {
        return !query.write() && query.parameters().isEmpty();
    }

    /** Whether there is anything to compare or to show. */
    public static boolean needed(boolean reference, Map<String, ExpectedAnswers> expected, List<Query> queries) {
        return reference || !expected.isEmpty() || queries.stream().anyMatch(AnswerChecks::hasOneAnswer);
    }

    /**
     * Those of a workload.
     *
     * @param reference null if there is none
     * @param expected by the plan, by name of the operation; they count in place of recorded ones
     * @param share of the answers, by a draw from the index of the operation, on whatever worker, however often it is executed
     */
    public static AnswerChecks of(
            @Nullable AnswerReference reference,
            Map<String, ExpectedAnswers> expected,
            List<Query> queries,
            double share) {
        AnswerChecks checks = new AnswerChecks(queries, share);
        if (reference != null) {
            List<Query> compared = comparable(queries);
            Map<String, Integer> numbers = reference.numbers(
                    compared.stream().map(AnswerChecks::operation).toList());
            compared.stream()
                    .filter(query -> numbers.containsKey(query.name()))
                    .forEach(query -> checks.compare(query, reference, numbers.getOrDefault(query.name(), 0)));
        }
        queries.stream()
                .filter(query -> expected.containsKey(query.name()))
                .forEach(query -> checks.compare(query, expected.get(query.name()), 0));
        return checks;
    }

    private void compare(Query query, @Nullable KnownAnswers with, int number) {
        known[query.kind().code()] = with;
        numbers[query.kind().code()] = number;
    }

    /** Reads whose answers do not change: where an operation writes, only those that the plan marks as stable. */
    public static List<Query> comparable(List<Query> queries) {
        boolean writes = queries.stream().anyMatch(Query::write);
        return queries.stream()
                .filter(query -> !query.write() && (query.stable() || !writes))
                .toList();
    }

    /** What a plan asks: the statement in each of its languages. */
    public static ReferenceOperation operation(Query query) {
        Map<String, String> texts = new TreeMap<>();
        query.texts().forEach((language, text) -> texts.put(language, text.text()));
        return ReferenceOperation.of(query.name(), query.ordered(), query.parameters(), texts);
    }

    /**
     * What a database answers: the statement in the language that it executes, and in no other.
     *
     * @param languages of the database, the first that the operation has
     */
    public static ReferenceOperation recorded(Query query, List<String> languages) {
        Map<String, String> text = languages.stream()
                .flatMap(language -> query.texts().entrySet().stream()
                        .filter(known -> known.getKey().equals(language)))
                .findFirst()
                .map(known -> Map.of(known.getKey(), known.getValue().text()))
                .orElse(Map.of());
        return ReferenceOperation.of(query.name(), query.ordered(), query.parameters(), text);
    }

    /** What the answers of this operation are compared with; null if they are not compared. */
    public @Nullable KnownAnswers known(Query query) {
        return known[query.kind().code()];
    }

    /** The place of the answer to these values among those {@link #known}; below 0 if it is not to be compared. */
    public int place(Query query, long index, AnswerKey key, @Nullable Object[] values) {
        KnownAnswers answers = known(query);
        boolean drawn = share == SHARES || Mix.below(SHARES, Mix.mix(STREAM, index)) < share;
        return answers == null || !drawn
                ? -1
                : answers.find(numbers[query.kind().code()], key.of(values));
    }

    /** Whether any answers are compared. */
    public boolean compares() {
        return Arrays.stream(known).anyMatch(Objects::nonNull);
    }

    /** Whether an answer of this operation is to be reported. */
    public boolean isUnseen(Query query) {
        return unseen.get(query.kind().code()) == 1;
    }

    /** Whether this answer is the one that is to be reported. */
    public boolean takesFirst(Query query) {
        return unseen.compareAndSet(query.kind().code(), 1, 0);
    }

    /** Whether one more mismatch is to be kept. */
    public boolean keeps() {
        return shown.get() < MAX_SHOWN && shown.getAndIncrement() < MAX_SHOWN;
    }
}
