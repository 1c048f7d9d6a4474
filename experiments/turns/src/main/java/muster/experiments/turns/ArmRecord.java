package muster.experiments.turns;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import muster.model.CountedOperations;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import org.jspecify.annotations.Nullable;

/** What one arm measured in one restart. */
interface ArmRecord {
    /** Operations completed in a measured turn. */
    long completed(TurnTimes.Turn turn);

    /**
     * How its operations ended.
     *
     * @param fromNs response times of what began before are left out
     */
    ArmLatency latency(long fromNs);

    /** What it spent beside its operations; null where it has no store. */
    @Nullable
    ArmCosts costs();

    /** That of an arm that wrote a store: its last run is the measured one. */
    final class Stored implements ArmRecord {
        /** A snapshot lies wholly within or wholly outside of a measured turn. */
        private static final String TURNS = """
                SELECT w.turn, sum(s.samples) AS samples FROM turn_window w JOIN snapshot s USING (run_id, step, trial, phase)
                WHERE w.run_id = ? AND s.start_ns >= w.from_ns AND s.start_ns < w.to_ns AND s.end_ns <= w.to_ns
                  AND s.timing = 'response' AND s.accepted AND %s
                GROUP BY w.turn""".formatted(CountedOperations.sql("s.operation"));

        private final Path file;
        private final ToLongBiFunction<String, Long> expected;
        private final long runId;
        private final Map<Long, Long> completed = new HashMap<>();

        /** @param expected how many of so many executions of an operation may be absent */
        Stored(Path file, ToLongBiFunction<String, Long> expected) {
            this.file = file;
            this.expected = expected;
            try (Query query = Query.open(file)) {
                runId = Row.of(query.table("SELECT max(run_id) AS run_id FROM run"))
                        .getFirst()
                        .whole("run_id");
                Row.of(query.table(TURNS, List.of(runId)))
                        .forEach(row -> completed.put(row.whole("turn"), row.whole("samples")));
            }
        }

        @Override
        public long completed(TurnTimes.Turn turn) {
            return completed.getOrDefault(turn.number(), 0L);
        }

        @Override
        public ArmLatency latency(long fromNs) {
            return ArmLatency.read(file, fromNs, expected);
        }

        @Override
        public ArmCosts costs() {
            try (Query query = Query.open(file)) {
                return ArmCosts.read(query, runId);
            }
        }
    }

    /** That of an arm that counts by itself. */
    record Counted(ToLongFunction<TurnTimes.Turn> turns, ArmLatency latency) implements ArmRecord {
        @Override
        public long completed(TurnTimes.Turn turn) {
            return turns.applyAsLong(turn);
        }

        @Override
        public ArmLatency latency(long fromNs) {
            return latency;
        }

        @Override
        public @Nullable ArmCosts costs() {
            return null;
        }
    }
}
