package muster.experiments.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import muster.experiments.compare.RunComparison.Compared;
import muster.experiments.compare.RunComparison.Operation;
import muster.report.analysis.AnalysisException;
import muster.report.analysis.OperationBlocks.Figure;
import muster.statistics.Change.Kind;
import muster.store.file.sqlite.Query;

/**
 * How often a difference is found where there is none: runs of the same plan, the first with the second, the third with
 * the fourth, and so on.
 *
 * @param fewTrials whether there are runs of too few trials to decide anything
 */
public record FalsePositives(int pairs, boolean fewTrials, Map<Figure, Count> figures) {
    /** Comparisons with an interval, those in which a difference was found, and those that decided nothing. */
    public record Count(int compared, int found, int undecided) {
        Count and(Kind kind) {
            return switch (kind) {
                case UNKNOWN -> this;
                case SAME -> new Count(compared + 1, found, undecided);
                case BETTER, WORSE -> new Count(compared + 1, found + 1, undecided);
                case UNDECIDED -> new Count(compared + 1, found, undecided + 1);
            };
        }

        public double percent() {
            return compared == 0 ? 0 : 100.0 * found / compared;
        }
    }

    private static final String RUNS = "select run_id, (select text from plan p where p.run_id = r.run_id) from run r"
            + " where ended_ns is not null order by run_id";

    /** Takes the runs of a file two by two. */
    public static FalsePositives in(Query query, Path file, String timing) {
        List<RunSource> runs = runs(query, file).stream()
                .map(run -> new RunSource(query, file, run))
                .toList();
        List<RunComparison> comparisons = new ArrayList<>();
        for (int i = 0; i + 1 < runs.size(); i += 2) {
            comparisons.add(RunComparison.of(runs.get(i), runs.get(i + 1), timing));
        }
        return of(comparisons);
    }

    private static FalsePositives of(List<RunComparison> comparisons) {
        boolean few = comparisons.stream().anyMatch(RunComparison::fewTrials);
        FalsePositives found = new FalsePositives(comparisons.size(), few, new EnumMap<>(Figure.class));
        comparisons.forEach(comparison -> comparison.operations().forEach(found::add));
        return found;
    }

    private static List<Long> runs(Query query, Path file) {
        var rows = query.table(RUNS).rows();
        long plans = rows.stream().map(row -> row.get(1)).distinct().count();
        if (rows.size() < 2 || plans != 1) {
            throw new AnalysisException(
                    file + ": holds " + rows.size() + " ended runs of " + plans
                            + " plans; at least two of one plan are needed, such as ./muster standalone noop --store FILE makes");
        }
        return rows.stream()
                .map(row -> row.getFirst() instanceof Long id ? id : 0L)
                .toList();
    }

    private void add(Operation operation) {
        for (Compared compared : operation.figures()) {
            Count before = figures.getOrDefault(compared.figure(), new Count(0, 0, 0));
            figures.put(compared.figure(), before.and(compared.change().kind()));
        }
    }
}
