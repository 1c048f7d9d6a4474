package muster.coordinator.server.figures;

import java.util.Arrays;
import java.util.List;
import muster.model.CountedOperations;
import muster.model.PhaseAt;
import muster.store.file.Store;

/** The operations of outcome ok that a phase completed in each of its whole seconds. */
public final class OkBySecond {
    private OkBySecond() {}

    /** A second in which nothing was completed has no row in the store, and counts as 0. */
    public static List<Long> read(Store store, PhaseAt at) {
        String phase = "run_id = %d AND step = %d AND trial = %d AND phase = '%s'"
                .formatted(at.runId(), at.step(), at.trial(), at.phase());
        List<Object> bounds = store.query(
                        "SELECT (start_ns + 999999999) / 1000000000, coalesce(measured_until_ns, 0) / 1000000000 FROM phase WHERE "
                                + phase)
                .rows()
                .getFirst();
        long first = (long) bounds.getFirst();
        // A phase that ended before it was started has no second: counted from 1970 they would fill the heap.
        Long[] ok = new Long[first == 0 ? 0 : (int) Math.max(0, (long) bounds.getLast() - first)];
        Arrays.fill(ok, 0L);
        store.query("SELECT unix_second, sum(ok_in_time) FROM interval WHERE " + phase
                        + " AND " + CountedOperations.sql("operation")
                        + " AND unix_second >= " + first + " AND unix_second < " + (first + ok.length)
                        + " GROUP BY unix_second")
                .rows()
                .forEach(row -> ok[(int) ((long) row.getFirst() - first)] = (long) row.getLast());
        return List.of(ok);
    }
}
