package muster.experiments.reproduce;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.reproduce.claims.Claim;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.ClaimsReader;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.claims.ReadyClaims;
import muster.experiments.reproduce.report.ClaimsReport;
import muster.experiments.reproduce.report.Drawn;
import muster.experiments.reproduce.report.ReportedClaim;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tests what somebody published. */
@Command(
        name = "reproduce",
        description = "Test published claims on this machine.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster reproduce --list",
            "  ./muster reproduce hugegraph-0.4.4 --quick",
            "  ./muster reproduce my-claims.yaml --only faster --scale 0.1",
            "",
            "Starts and stops the servers that the claims need. An interrupted one is resumed by the same command. A claim is",
            "reproduced, differs, is not decided, or is not testable here; none of them is an error. experiments/reproduce/README.md"
        })
public final class ReproduceCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "FILE|NAME", description = "A claims file, or the name of ready claims.")
    private @Nullable String name;

    @Option(names = "--list", description = "List the ready claims.")
    private boolean list;

    @Option(names = "--quick", description = "Short runs of small data: shows that it works, decides little.")
    private boolean quick;

    @Option(names = "--only", paramLabel = "ID", description = "Test this claim; may be repeated.")
    private List<String> only = List.of();

    @Option(
            names = "--scale",
            paramLabel = "S",
            description = "Size of the data as a share of the source's; default 1.")
    private @Nullable Double scale;

    @Option(names = "--rounds", paramLabel = "N", description = "How often each experiment is run; default the file's.")
    private @Nullable Integer rounds;

    @Option(
            names = "--store",
            paramLabel = "FILE",
            description = "Store file; default results/NAME.db. Claims in it are kept, not measured again.")
    private @Nullable Path store;

    @Option(names = "--docs", paramLabel = "DIR", description = "Also write DIR/NAME.md from the store.")
    private @Nullable Path docs;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        if (list) {
            ReproduceText.list(
                    ReadyClaims.names().stream().map(ClaimsReader::find).toList(), output);
            return ExitCode.OK.code();
        }
        if (name == null) {
            throw Failure.badInput("which claims? Name a file or ready claims (./muster reproduce --list)");
        }
        ClaimsFile file = ClaimsReader.find(name);
        List<Claim> claims = file.only(only);
        Mode mode = mode(file);
        Path to = store == null ? Path.of("results", file.name() + (quick ? "-quick" : "") + ".db") : store;
        output.note(ReproduceText.head(file, claims.size(), mode, to));
        Reproduction reproduction = new Reproduction(file, mode, to, output);
        boolean whole = reproduction.run(claims) && (!only.isEmpty() || reproduction.draw());
        List<String> wrong = new ArrayList<>(reproduction.wrong());
        report(file, mode, to, wrong);
        return exitCode(whole, wrong);
    }

    private Mode mode(ClaimsFile file) {
        Mode usual = quick ? file.quick() : file.full();
        if (scale != null && !(scale > 0 && scale <= 1_000)) {
            throw Failure.badInput("--scale " + scale + ": a number above 0, such as 0.1");
        }
        if (rounds != null && (rounds < 1 || rounds > 1_000)) {
            throw Failure.badInput("--rounds " + rounds + ": a number from 1 to 1000");
        }
        return new Mode(quick, scale == null ? usual.scale() : scale, rounds == null ? usual.rounds() : rounds);
    }

    private void report(ClaimsFile file, Mode mode, Path to, List<String> wrong) {
        if (!Files.exists(to)) {
            return;
        }
        List<Drawn> figures = figures(file, mode, to, wrong);
        try (Query query = Query.open(to)) {
            List<ReportedClaim> claims = ReportedClaim.read(query, file.name());
            Path page = to.resolveSibling(String.valueOf(to.getFileName()).replaceFirst("\\.db$", "") + ".html");
            write(page, ClaimsReport.read(query, file.name(), figures).html());
            if (docs != null) {
                write(
                        docs.resolve(file.name() + ".md"),
                        ClaimsMarkdown.page(file, mode, claims, rounds(file, mode, to), figures, to));
                ClaimsMarkdown.pictures(figures).forEach((name, svg) -> write(docs.resolve(name), svg));
            }
            ReproduceText.print(file, claims, page, output);
        }
    }

    /** By the claims that were run. */
    private static Map<String, Integer> rounds(ClaimsFile file, Mode mode, Path to) {
        try (Store store = Store.open(to)) {
            ClaimJudge judge = new ClaimJudge(file, mode, store);
            Map<String, Integer> rounds = new TreeMap<>();
            file.claims().forEach(claim -> rounds.put(claim.id(), judge.rounds(claim)));
            rounds.values().removeIf(none -> none == 0);
            return rounds;
        }
    }

    private static List<Drawn> figures(ClaimsFile file, Mode mode, Path to, List<String> wrong) {
        try (Store store = Store.open(to)) {
            return new DrawnFigures(file, mode, store).drawn(wrong);
        }
    }

    private static void write(Path file, String text) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Failure.badInput(file + ": cannot be written: " + e.getMessage());
        }
    }

    private int exitCode(boolean whole, List<String> wrong) {
        if (!wrong.isEmpty()) {
            throw Failure.badInput(String.join("; ", wrong));
        }
        if (!whole) {
            output.note("interrupted; the same command goes on with it");
        }
        return (whole ? ExitCode.OK : ExitCode.ABORTED).code();
    }
}
