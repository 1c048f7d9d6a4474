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
import muster.store.file.sqlite.Query;
import muster.store.report.RunReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the page about a run. */
@Command(
        name = "report",
        description = "Write one HTML page about a run: verdict, plots, tables.",
        footerHeading = "%n",
        footer = {
            "The page needs no network and no script; it is for light and dark screens, telephones and paper. A file that is",
            "still being written can be reported, too. What each plot means: docs/report.md.",
            "",
            "Examples:",
            "  ./muster report results/demo.db",
            "  ./muster report results/demo.db:demo-graphity --out graphity.html --plots plots"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class ReportCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Parameters(
            paramLabel = "FILE[:RUN]",
            description = "The store file, and the run by number or name; default the latest run.")
    private String reference;

    @Option(
            names = "--out",
            paramLabel = "FILE.html",
            description = "Output file; default next to the store file, such as results/demo-run-2.html.")
    private @Nullable Path page;

    @Option(names = "--plots", paramLabel = "DIR", description = "Write each plot as an SVG file, too.")
    private @Nullable Path plots;

    @Override
    public Integer call() {
        RunReference run = RunReference.parse(reference);
        try (Query query = Query.open(run.file())) {
            print(write(query, run.file(), run.find(query), page, plots));
        }
        return ExitCode.OK.code();
    }

    /** What was written for a run. */
    public record Written(long runId, Path page, List<Path> plots) {}

    /** Writes the page, and the plots if there is a folder for them. */
    public static Written write(Query query, Path store, long runId, @Nullable Path page, @Nullable Path plots) {
        Path to = page == null ? beside(store, runId) : page;
        if (store.toAbsolutePath().normalize().equals(to.toAbsolutePath().normalize())) {
            throw Failure.badInput("--out " + to + ": is the store file itself; name another file");
        }
        RunReport report = RunReport.read(query, runId);
        write(to, report.html());
        return new Written(runId, to, plots == null ? List.of() : drawn(report, plots));
    }

    private static Path beside(Path store, long runId) {
        String name = String.valueOf(store.getFileName()).replaceFirst("\\.db$", "");
        return store.resolveSibling(name + "-run-" + runId + ".html");
    }

    private static List<Path> drawn(RunReport report, Path folder) {
        List<Path> files = new ArrayList<>();
        report.plots().forEach((name, svg) -> files.add(write(folder.resolve(name), svg)));
        return files;
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
            all.put("run", written.runId());
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
