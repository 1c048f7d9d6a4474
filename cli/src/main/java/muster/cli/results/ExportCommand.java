package muster.cli.results;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.StandardOutput;
import muster.coordinator.core.event.ExitCode;
import muster.report.export.Export;
import muster.report.export.Export.Format;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a run for other tools. */
@Command(
        name = "export",
        description = "Write a run for other tools: hlog, csv, json, openmetrics, samples.",
        footerHeading = "%n",
        footer = {
            "  hlog         HdrHistogram log: a line a second, operation, timing and outcome, each with its tag",
            "  csv          a row a second and operation, merged over workers",
            "  json         the whole run as one object",
            "  openmetrics  counters and quantiles, as Prometheus reads them",
            "  samples      csv: a row an operation that was recorded singly (--samples 1/N), with its stages",
            "What each row means: docs/report.md.",
            "",
            "Examples:",
            "  ./muster export results/demo.db:demo-graphity --format hlog --out demo.hlog",
            "  ./muster export results/demo.db --format csv > intervals.csv"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE[:RUN]",
            description = "The store file, and the run by number or name; default the latest run.")
    private String reference;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            required = true,
            description = "hlog, csv, json, openmetrics or samples.")
    private String format;

    @Option(names = "--out", paramLabel = "FILE", description = "Output file; default standard output.")
    private @Nullable Path to;

    @Override
    public Integer call() throws IOException {
        Format as = format();
        RunReference run = RunReference.parse(reference);
        try (Query query = Query.open(run.file())) {
            long runId = run.find(query);
            String note = to == null ? write(query, runId, as, standard()) : toFile(query, runId, as, to);
            tell(note);
        }
        return ExitCode.OK.code();
    }

    private Format format() {
        try {
            return Format.valueOf(format.toUpperCase(java.util.Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--format " + format + ": choose hlog, csv, json, openmetrics or samples",
                    unknown);
        }
    }

    private String toFile(Query query, long runId, Format as, Path file) {
        if (Files.exists(file) && isStore(file)) {
            throw Failure.badInput("--out " + file + ": is the store file itself; name another file");
        }
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
                return write(query, runId, as, out);
            }
        } catch (IOException failed) {
            throw Failure.badInput(file + ": cannot be written: " + failed);
        }
    }

    private boolean isStore(Path file) {
        try {
            return Files.isSameFile(file, RunReference.parse(reference).file());
        } catch (IOException unreadable) {
            return false;
        }
    }

    private String write(Query query, long runId, Format as, OutputStream out) throws IOException {
        if (as == Format.HLOG) {
            tell("writing run " + runId + " as " + format + "; an hour takes some minutes");
        }
        return Export.write(query, runId, as, out);
    }

    private static OutputStream standard() {
        return new PrintStream(StandardOutput.ofThisProcess(), false, StandardCharsets.UTF_8);
    }

    private void tell(String note) {
        if (!note.isEmpty()) {
            spec.commandLine().getErr().println("muster: " + note);
            spec.commandLine().getErr().flush();
        }
    }
}
