package muster.workloads.answer;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/** Which answers of one phase are compared, and with what. Safe to use from any thread. */
public final class AnswerChecks {
    /** So many mismatches of a phase are kept by each worker. */
    private static final int MOST_SHOWN = 10;

    private static final long SHARES = 1L << 32;
    /** Keeps the draw of the share apart from all others: "answers". */
    private static final long STREAM = 0x61_6e73_7765_7273L;

    private final AnswerReference reference;
    /** By code of the operation's kind; below 0 where its answers are not compared. */
    private final int[] numbers = new int[OperationKind.CODES];

    private final long share;
    private final AtomicInteger shown = new AtomicInteger();

    private AnswerChecks(AnswerReference reference, double share) {
        this.reference = reference;
        this.share = Math.round(share * SHARES);
        Arrays.fill(numbers, -1);
    }

    /**
     * Those of a workload.
     *
     * @param share of the answers, by a draw from the index of the operation: whoever executes it, and however often
     */
    public static AnswerChecks of(AnswerReference reference, List<Query> queries, double share) {
        AnswerChecks checks = new AnswerChecks(reference, share);
        List<Query> compared = comparable(queries);
        Map<String, Integer> numbers =
                reference.numbers(compared.stream().map(AnswerChecks::operation).toList());
        for (Query query : compared) {
            checks.numbers[query.kind().code()] = numbers.getOrDefault(query.name(), -1);
        }
        return checks;
    }

    /** Reads whose answers do not change: where an operation writes, only those that the plan marks as stable. */
    public static List<Query> comparable(List<Query> queries) {
        boolean writes = queries.stream().anyMatch(Query::write);
        return queries.stream()
                .filter(query -> !query.write() && (query.stable() || !writes))
                .toList();
    }

    /** What a reference knows an operation by. */
    public static ReferenceOperation operation(Query query) {
        Map<String, String> texts = new TreeMap<>();
        query.texts().forEach((language, text) -> texts.put(language, text.text()));
        return ReferenceOperation.of(query.name(), query.ordered(), query.parameters(), texts);
    }

    public AnswerReference reference() {
        return reference;
    }

    /** The place of the answer to these values in the reference; below 0 if it is not to be compared. */
    public int place(Query query, long index, AnswerKey key, @Nullable Object[] values) {
        int number = numbers[query.kind().code()];
        boolean drawn = share == SHARES || Mix.below(SHARES, Mix.mix(STREAM, index)) < share;
        return number < 0 || !drawn ? -1 : reference.find(number, key.of(values));
    }

    /** Whether one more mismatch is to be kept. */
    public boolean keeps() {
        return shown.get() < MOST_SHOWN && shown.getAndIncrement() < MOST_SHOWN;
    }
}
