package muster.store;

import java.util.Map;

/** Reads a phase back from its rows and blobs; one that is new is empty. */
final class LiveReader {
    private static final String KEY = " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?";

    private final LivePhase live;
    private final Database database;
    private final Blobs blobs;

    private LiveReader(LivePhase live, Database database, Blobs blobs) {
        this.live = live;
        this.database = database;
        this.blobs = blobs;
    }

    static LivePhase read(PhaseAt at, Database database, Blobs blobs) {
        LiveReader reader = new LiveReader(new LivePhase(at), database, blobs);
        reader.bounds();
        reader.reports();
        reader.tallies();
        reader.histograms();
        return reader.live;
    }

    private void bounds() {
        String sql = "SELECT start_ns, set_end_ns, measured_until_ns FROM phase" + KEY;
        if (database.list(sql, row -> live.bounds(row.getLong(1), row.getLong(2), row.getLong(3)), Rows.with(live.at))
                .isEmpty()) {
            throw new StoreException("no phase " + live.at + " was begun");
        }
    }

    private void reports() {
        database.each(
                "SELECT accepted, operations, last_completion_ns, end_ns, covered FROM report" + KEY,
                row -> {
                    if (row.getInt(1) == 0) {
                        live.aggregate.quarantined(row.getLong(2));
                        return;
                    }
                    live.aggregate.completed(row.getLong(3));
                    live.lastEndNs = Math.max(live.lastEndNs, row.getLong(4));
                    RangeText.read(row.getString(5)).forEach(live.covered::add);
                },
                Rows.with(live.at));
    }

    private void tallies() {
        Map<Aggregate.Key, Tally> read = TallyRows.read(database, live.at);
        live.aggregate.change(
                tallies -> read.forEach((key, tally) -> tallies.apply(key).restore(tally)));
    }

    private void histograms() {
        database.each(
                "SELECT operation, timing, outcome, histogram FROM snapshot" + KEY + " AND accepted = 1",
                row -> {
                    Aggregate.Key key = TallyRows.key(row);
                    blobs.decode(row.getBytes(4));
                    live.aggregate.change(tallies -> blobs.addTo(tallies.apply(key).counts));
                },
                Rows.with(live.at));
    }
}
