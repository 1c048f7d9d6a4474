package muster.report.extension;

import java.util.List;
import java.util.Optional;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.file.sqlite.Query;

/** What an experiment adds to reports; found by ServiceLoader. */
public interface ReportExtension {
    /** The answer of the experiment that a run belongs to, which stands before the run's own verdicts. */
    default Optional<LeadSection> lead(RunReader run) {
        return Optional.empty();
    }

    /** When the server of a phase did not answer, and why that is no surprise. */
    default List<Outage> outages(RunReader run, MeasuredPhase phase) {
        return List.of();
    }

    /**
     * A report about something else than a run.
     *
     * @param reference as people wrote it after FILE: such as "comparison-3"; "latest" where they wrote nothing
     * @return empty if a run is meant
     */
    default Optional<StoredReport> report(Query query, String reference) {
        return Optional.empty();
    }
}
