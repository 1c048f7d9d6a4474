package muster.experiments.limit;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import muster.model.ExperimentAnswer;
import muster.store.file.phase.RunRows;
import muster.store.file.sqlite.Database;

/** Writes searches for a limit: tables limit_search, limit_step and limit_target. */
public final class LimitRecords {
    private static final String SEARCH =
            "INSERT INTO limit_search(run_id, started_ns, slo, rate, low, high, limited_by,"
                    + " ended, sentence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String STEP =
            "INSERT INTO limit_step(run_id, search_ns, position, rate, holds) VALUES (?, ?, ?, ?, ?)";

    private static final String TARGET =
            "INSERT INTO limit_target(run_id, comparison_ns, position, name, latency, latency_ns, ratio, ratio_low, ratio_high)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Database database;

    public LimitRecords(Database database) {
        this.database = database;
    }

    /** Writes a search that is over, with its steps, and its answer as that of an experiment. */
    public void add(LimitRow search) {
        database.transaction(() -> {
            insert(search);
            answer(List.of(search), search.sentence());
        });
    }

    /**
     * Writes searches that took turns, and their common answer.
     *
     * @param targets of each search; their first runs are those of the searches
     */
    public void add(List<LimitRow> searches, List<LimitTargetRow> targets, String sentence) {
        database.transaction(() -> {
            searches.forEach(this::insert);
            long comparisonNs =
                    searches.stream().mapToLong(LimitRow::startedNs).min().orElseThrow();
            targets.forEach(target -> insert(target, comparisonNs));
            answer(searches, sentence);
        });
    }

    private void insert(LimitRow search) {
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
    }

    private void insert(LimitTargetRow target, long comparisonNs) {
        database.update(
                TARGET,
                target.runId(),
                comparisonNs,
                target.position(),
                target.name(),
                target.latency(),
                target.latencyNs(),
                target.ratio(),
                target.ratioLow(),
                target.ratioHigh());
    }

    /** What a search repeats is none of its steps, but stands between them. */
    private void answer(List<LimitRow> searches, String sentence) {
        LongSummaryStatistics runs = searches.stream()
                .flatMapToLong(search -> LongStream.concat(
                        LongStream.of(search.runId()), search.steps().stream().mapToLong(LimitRow.Step::runId)))
                .summaryStatistics();
        long count = runs.getMax() - runs.getMin() + 1;
        RunRows.insert(database, new ExperimentAnswer(runs.getMin(), "limit", count, sentence));
    }
}
