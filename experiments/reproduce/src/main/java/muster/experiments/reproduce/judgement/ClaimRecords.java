package muster.experiments.reproduce.judgement;

import java.util.List;
import muster.store.file.sqlite.Database;
import org.jspecify.annotations.Nullable;

/** Writes published claims that were tested: tables claim, claim_value and claim_run. */
public final class ClaimRecords {
    private static final String CLAIM = "INSERT INTO claim(digest, claims, source, position, name, sentence, unit,"
            + " conditions, flaws, shape, quick, scale, rounds, verdict, estimate, low, high, note, judged_ns, machine)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String VALUE =
            "INSERT INTO claim_value(claim_id, side, label, x, round, value)" + " VALUES (?, ?, ?, ?, ?, ?)";

    private final Database database;

    public ClaimRecords(Database database) {
        this.database = database;
    }

    /** Replaces what was known of this claim under the same digest. */
    public void put(ClaimRow claim) {
        database.transaction(() -> {
            database.update("DELETE FROM claim WHERE digest = ?", claim.digest());
            insert(claim);
            long id = database.number("SELECT claim_id FROM claim WHERE digest = ?", claim.digest());
            claim.published().forEach(value -> insert(id, "published", value));
            claim.here().forEach(value -> insert(id, "here", value));
        });
    }

    private void insert(ClaimRow claim) {
        database.update(
                CLAIM,
                claim.digest(),
                claim.claims(),
                claim.source(),
                claim.position(),
                claim.name(),
                claim.sentence(),
                claim.unit(),
                claim.conditions(),
                claim.flaws(),
                claim.shape(),
                claim.quick() ? 1 : 0,
                claim.scale(),
                claim.rounds(),
                claim.judgement().verdict().label(),
                finite(claim.judgement().interval().estimate()),
                finite(claim.judgement().interval().low()),
                finite(claim.judgement().interval().high()),
                claim.judgement().note(),
                claim.judgedNs(),
                claim.machine());
    }

    private void insert(long id, String side, Observation value) {
        database.update(VALUE, id, side, value.label(), finite(value.x()), value.round(), value.value());
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** A run that has ended. */
    public void add(ClaimRunRow run) {
        database.transaction(() -> database.update(
                "INSERT INTO claim_run(digest, experiment, round, run_id) VALUES (?, ?, ?, ?)",
                run.digest(),
                run.experiment(),
                run.round(),
                run.runId()));
    }

    /** The runs of an experiment, by round; of a round that was measured again the newest is the last. */
    public List<ClaimRunRow> runs(String digest) {
        return database.list(
                "SELECT experiment, round, run_id FROM claim_run WHERE digest = ? ORDER BY round, run_id",
                row -> new ClaimRunRow(digest, row.getString(1), row.getInt(2), row.getLong(3)),
                digest);
    }

    /** How many valid rounds it was judged by; 0 if it was not, or could not be tested. */
    public long judged(String digest) {
        return database.number("SELECT rounds FROM claim WHERE digest = ? AND verdict <> 'not testable here'", digest);
    }
}
