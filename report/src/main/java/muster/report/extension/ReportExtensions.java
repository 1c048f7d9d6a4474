package muster.report.extension;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.file.sqlite.Query;

/** The extensions that are installed, asked one after the other. */
public final class ReportExtensions {
    private static final List<ReportExtension> ALL =
            ServiceLoader.load(ReportExtension.class, ReportExtension.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private ReportExtensions() {}

    public static Optional<LeadSection> lead(RunReader run) {
        return first(extension -> extension.lead(run));
    }

    public static List<Outage> outages(RunReader run, MeasuredPhase phase) {
        return ALL.stream()
                .flatMap(extension -> extension.outages(run, phase).stream())
                .toList();
    }

    /** Empty if a run is meant. */
    public static Optional<StoredReport> report(Query query, String reference) {
        return first(extension -> extension.report(query, reference));
    }

    private static <T> Optional<T> first(Function<ReportExtension, Optional<T>> ask) {
        return ALL.stream().map(ask).flatMap(Optional::stream).findFirst();
    }
}
