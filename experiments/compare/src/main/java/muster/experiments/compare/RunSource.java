package muster.experiments.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.cli.results.RunReference;
import muster.store.file.sqlite.Query;
import muster.workloads.plan.PlanFacts;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;

/** Where one side of a comparison is read from. */
record RunSource(Query query, Path file, long runId) {
    static RunSource of(RunReference run, Query query) {
        return new RunSource(query, run.file(), run.find(query));
    }

    /**
     * What the store has of it.
     *
     * @throws muster.report.analysis.AnalysisException where it has no measured phase
     */
    public ComparedRun read() {
        return ComparedRun.read(this);
    }

    /** What a plan says, by path; its text where this version cannot read it: then it is compared as a whole. */
    static Map<String, String> planFacts(String text) {
        try {
            return PlanFacts.of(PlanReader.parse(text, "plan", List.of()));
        } catch (PlanException unknown) {
            return Map.of("text", text);
        }
    }

    boolean isSameAs(RunSource other) {
        return runId == other.runId
                && file.toAbsolutePath()
                        .normalize()
                        .equals(other.file.toAbsolutePath().normalize());
    }
}
