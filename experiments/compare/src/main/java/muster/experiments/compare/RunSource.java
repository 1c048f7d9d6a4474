package muster.experiments.compare;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import muster.store.file.sqlite.Query;

/**
 * Where one side of a comparison is read from.
 *
 * @param planFacts what the text of a plan says, by path: the store does not know the language of plans
 */
public record RunSource(Query query, Path file, long runId, Function<String, Map<String, String>> planFacts) {
    /**
     * What the store has of it.
     *
     * @throws muster.report.analysis.AnalysisException where it has no measured phase
     */
    public ComparedRun read() {
        return ComparedRun.read(this);
    }

    boolean isSameAs(RunSource other) {
        return runId == other.runId
                && file.toAbsolutePath()
                        .normalize()
                        .equals(other.file.toAbsolutePath().normalize());
    }
}
