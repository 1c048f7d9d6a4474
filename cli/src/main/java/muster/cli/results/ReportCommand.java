package muster.cli.results;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.report.RunReport;
import muster.report.extension.ReportExtensions;
import muster.report.extension.StoredReport;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the page about a run, or about arms that took turns. */
@Command(
        name = "report",
        description = "Write one HTML page about a run or a comparison: verdict, plots, tables.",
        footerHeading = "%n",
        footer = {
            "The page needs no network and no script, and fits light and dark screens, phones and paper. A file that is",
            "still being written can be reported, too. What each plot means: docs/report.md.",
            "",
            "Examples:",
            "  ./muster report results/demo.db",
            "  ./muster report results/demo.db:demo-graphity --out graphity.html --plots plots",
            "  ./muster report results/ab.db:comparison"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class ReportCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Parameters(
            paramLabel = "FILE[:RUN]",
            description = "The store file, and the run by number or name, or comparison or comparison-N for one by"
                    + " ./muster ab or overhead; default the latest run.")
    private String reference;

    @Option(
            names = "--out",
            paramLabel = "FILE.html",
            description = "Output file; default next to the store file, such as results/demo-run-1.html.")
    private @Nullable Path page;

    @Option(names = "--plots", paramLabel = "DIR", description = "Also write each plot as an SVG file.")
    private @Nullable Path plots;

    @Override
    public Integer call() {
        RunReference run = RunReference.parse(reference);
        try (Query query = Query.open(run.file())) {
            print(ReportExtensions.report(query, run.run())
                    .map(report -> write(report, run.file(), page, plots))
                    .orElseGet(() -> write(query, run.file(), run.find(query), page, plots)));
        }
        return ExitCode.OK.code();
    }

    /** What was written for a run, or a comparison: {@code subject} says which. */
    public record Written(String subject, long id, Path page, List<Path> plots) {}

    /** Writes the page, and the plots if there is a folder for them. */
    public static Written write(Query query, Path store, long runId, @Nullable Path page, @Nullable Path plots) {
        RunReport report = RunReport.read(query, runId);
        return write(
                new Written("run", runId, to(page, store, "run-" + runId), List.of()),
                report.html(),
                report.plots(),
                plots);
    }

    /** As {@link #write(Query, Path, long, Path, Path)}, about something else than a run. */
    public static Written write(StoredReport report, Path store, @Nullable Path page, @Nullable Path plots) {
        String subject = report.subject();
        Written to = new Written(subject, report.id(), to(page, store, subject + "-" + report.id()), List.of());
        return write(to, report.html(), report.plots(), plots);
    }

    private static Written write(Written to, String html, Map<String, String> drawn, @Nullable Path folder) {
        write(to.page(), html);
        List<Path> files = new ArrayList<>();
        if (folder != null) {
            drawn.forEach((name, svg) -> files.add(write(folder.resolve(name), svg)));
        }
        return new Written(to.subject(), to.id(), to.page(), files);
    }

    private static Path to(@Nullable Path page, Path store, String subject) {
        Path to = page == null ? beside(store, subject) : page;
        if (store.toAbsolutePath().normalize().equals(to.toAbsolutePath().normalize())) {
            throw Failure.badInput("--out " + to + ": is the store file itself; name another file");
        }
        return to;
    }

    private static Path beside(Path store, String subject) {
        String name = String.valueOf(store.getFileName()).replaceFirst("\\.db$", "");
        return store.resolveSibling(name + "-" + subject + ".html");
    }

    private static Path write(Path file, String text) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            return Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw Failure.badInput(file + ": cannot be written: " + failed);
        }
    }

    private void print(Written written) {
        if (output.json()) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put(written.subject(), written.id());
            all.put("report", written.page().toString());
            all.put("plots", written.plots());
            output.printJson(all);
            output.out().flush();
        } else {
            output.line("report: " + written.page());
            if (!written.plots().isEmpty()) {
                output.line("plots: " + written.plots().size() + " files in " + plots);
            }
        }
    }
}
