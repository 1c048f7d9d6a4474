package muster.experiments.limit;

import java.util.List;
import muster.model.ExperimentAnswer;
import muster.store.file.phase.RunRows;
import muster.store.file.sqlite.Database;

/** Writes searches for a limit: tables limit_search and limit_step. */
public final class LimitRecords {
    private static final String SEARCH =
            "INSERT INTO limit_search(run_id, started_ns, slo, rate, low, high, limited_by,"
                    + " ended, sentence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String STEP =
            "INSERT INTO limit_step(run_id, search_ns, position, rate, holds) VALUES (?, ?, ?, ?, ?)";

    private final Database database;

    public LimitRecords(Database database) {
        this.database = database;
    }

    /** What a search repeats is none of its steps, but stands between them. */
    private static long runs(LimitRow search) {
        long last =
                search.steps().stream().mapToLong(LimitRow.Step::runId).max().orElse(search.runId());
        return Math.max(search.runId(), last) - search.runId() + 1;
    }

    /** Writes a search that is over, with its steps. */
    public void add(LimitRow search) {
        database.transaction(() -> {
            database.update(
                    SEARCH,
                    search.runId(),
                    search.startedNs(),
                    search.slo(),
                    search.rate(),
                    search.low(),
                    search.high(),
                    search.limitedBy(),
                    search.ended(),
                    search.sentence());
            List<LimitRow.Step> steps = search.steps();
            for (int i = 0; i < steps.size(); i++) {
                LimitRow.Step step = steps.get(i);
                database.update(STEP, step.runId(), search.startedNs(), i + 1, step.rate(), step.holds() ? 1 : 0);
            }
            RunRows.insert(database, new ExperimentAnswer(search.runId(), "limit", runs(search), search.sentence()));
        });
    }
}
