package muster.experiments.turns;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import muster.cli.results.ReportCommand;
import muster.cli.terminal.Ending;
import muster.experiments.turns.phase.TurnsSection;
import muster.report.extension.LeadSection;
import muster.report.extension.ReportExtension;
import muster.report.extension.StoredReport;
import muster.report.run.RunReader;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;

/**
 * The answer of phases whose arms took turns, at the top of the page of their run; and the page of a comparison of arms that took turns: "comparison" is the latest, "comparison-3" the third; in a file without a run
 * the latest needs no name.
 */
public final class TurnsReport implements ReportExtension {
    private static final String COMPARISON = "comparison";

    @Override
    public Optional<LeadSection> lead(RunReader run) {
        return TurnsSection.of(run);
    }

    @Override
    public Optional<StoredReport> report(Query query, String reference) {
        OptionalLong id = find(query, reference);
        return id.isPresent() ? Optional.of(of(query, id.getAsLong())) : Optional.empty();
    }

    /**
     * Where the report of a comparison is, which is written if there is a page for it.
     *
     * @param page of {@code --html FILE}
     */
    public static String place(Path store, long comparison, @Nullable Path page) {
        if (page == null) {
            return Ending.reportCommand(store, COMPARISON + "-" + comparison);
        }
        try (Query query = Query.open(store)) {
            return ReportCommand.write(of(query, comparison), store, page, null)
                    .page()
                    .toString();
        }
    }

    private static StoredReport of(Query query, long id) {
        ComparisonReport report = ComparisonReport.read(query, id);
        return new StoredReport(COMPARISON, id, report.html(), report.plots());
    }

    private static OptionalLong find(Query query, String reference) {
        if (!query.has(COMPARISON)) {
            return OptionalLong.empty();
        }
        List<Long> all = query.table("select comparison_id from comparison order by comparison_id").rows().stream()
                .map(row -> row.getFirst() instanceof Long number ? number : 0L)
                .toList();
        boolean latest = reference.equals(COMPARISON) || (reference.equals("latest") && hasNoRun(query));
        if (latest && !all.isEmpty()) {
            return OptionalLong.of(all.getLast());
        }
        return all.stream()
                .filter(id -> reference.equals(COMPARISON + "-" + id))
                .mapToLong(Long::longValue)
                .findFirst();
    }

    private static boolean hasNoRun(Query query) {
        return query.table("select 1 from run limit 1").rows().isEmpty();
    }
}
