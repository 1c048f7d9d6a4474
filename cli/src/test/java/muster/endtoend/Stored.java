package muster.endtoend;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import org.jspecify.annotations.Nullable;

/** What a store file says of a run. */
public record Stored(Path file, long run) {
    /** Sums over the phases of a run. */
    public record Coverage(long planned, long covered, long missing, long counted, long again, long quarantined) {
        public boolean isWhole(long operations) {
            return planned == operations && covered == operations && counted == operations && missing == 0;
        }

        public boolean isSound() {
            return planned == covered + missing && covered == counted;
        }
    }

    public Coverage coverage() {
        List<@Nullable Object> row = rows("select sum(planned), sum(covered), sum(missing), sum(counted),"
                        + " sum(executed_again), sum(quarantined) from coverage_summary where run_id = " + run)
                .getFirst();
        return new Coverage(
                number(row, 0), number(row, 1), number(row, 2), number(row, 3), number(row, 4), number(row, 5));
    }

    /** Operations that are durable so far; 0 while there is no file. */
    public long reported() {
        if (!Files.exists(file)) {
            return 0;
        }
        try {
            return number(
                    rows("select coalesce(sum(operations), 0) from snapshot_batch where accepted = 1 and run_id = "
                                    + run)
                            .getFirst(),
                    0);
        } catch (StoreException notYet) {
            return 0;
        }
    }

    /** The sum of what the workers say that they sent; it wraps around. */
    public long digest() {
        return rows("select digest from snapshot_batch where accepted = 1 and run_id = " + run).stream()
                .mapToLong(row -> number(row, 0))
                .sum();
    }

    /** Whether a coordinator has it in hand, or one that comes would. */
    public boolean isRunning() {
        return number("select count(*) from run where state = 'running' and run_id = " + run) > 0;
    }

    /** Whether nobody goes on with it unless asked. */
    public boolean isInterrupted() {
        return number("select count(*) from run where state = 'interrupted' and run_id = " + run) > 0;
    }

    /** Indexes of a run of one phase that accepted reports claim. */
    public BitSet covered() {
        BitSet covered = new BitSet();
        addCovered(covered);
        return covered;
    }

    /** Indexes of a run of one phase that more than one accepted report claims. */
    public long countedTwice() {
        return addCovered(new BitSet());
    }

    /** Returns how many of them were there already. */
    private long addCovered(BitSet seen) {
        long twice = 0;
        for (List<@Nullable Object> range :
                rows("select e.value ->> 0, e.value ->> 1, e.value ->> 2 from snapshot_batch r,"
                        + " json_each(r.covered) e where r.accepted = 1 and r.run_id = " + run)) {
            for (long i = 0; i < number(range, 1); i++) {
                int index = Math.toIntExact(number(range, 0) + i * number(range, 2));
                twice += seen.get(index) ? 1 : 0;
                seen.set(index);
            }
        }
        return twice;
    }

    public long number(String sql) {
        return number(rows(sql).getFirst(), 0);
    }

    public List<List<@Nullable Object>> rows(String sql) {
        try (Query query = Query.open(file)) {
            return query.table(sql).rows();
        }
    }

    private static long number(List<@Nullable Object> row, int column) {
        return row.get(column) instanceof Number number ? number.longValue() : -1;
    }
}
