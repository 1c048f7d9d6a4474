package muster.cli.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.cli.claims.ClaimsFile;
import muster.cli.claims.Mode;
import muster.store.report.ClaimsReport;
import muster.store.report.claim.ReportedClaim;
import muster.store.table.Row;

/** The page of a claims file for the documentation; all figures come from the store. */
final class ClaimsMarkdown {
    private ClaimsMarkdown() {}

    static String page(ClaimsFile file, Mode mode, List<ReportedClaim> claims, Path store) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + file.name());
        lines.add("");
        lines.add("Source: " + file.source() + ".");
        if (!file.source().machine().isEmpty()) {
            lines.add("Measured there on: " + file.source().machine() + ".");
        }
        claims.stream().limit(1).forEach(first -> facts(lines, command(file, mode), first.row(), store));
        table(lines, claims);
        flaws(lines, file, claims);
        return String.join("\n", lines) + "\n";
    }

    /** The one that measures and writes the same again. */
    private static String command(ClaimsFile file, Mode mode) {
        Mode usual = mode.quick() ? file.quick() : file.full();
        return "./muster reproduce " + file.name()
                + (mode.quick() ? " --quick" : "")
                + (mode.scale() == usual.scale() ? "" : " --scale " + mode.scale())
                + (mode.rounds() == usual.rounds() ? "" : " --rounds " + mode.rounds())
                + " --docs DIR";
    }

    private static void facts(List<String> lines, String command, Row row, Path store) {
        lines.add("");
        lines.add("Written by `%s` from `%s`, judged on %s."
                .formatted(command, store.getFileName(), row.text("judged_at").replaceFirst("T.*", "")));
        lines.add("Machine: " + row.text("machine") + ".");
        if (row.whole("quick") == 1) {
            lines.add("");
            lines.add(
                    "**Quick runs**: small data and short phases. They show that the claims can be tested and decide little.");
        }
    }

    private static void table(List<String> lines, List<ReportedClaim> claims) {
        lines.add("");
        lines.add("| claim | published | here | verdict | note |");
        lines.add("|---|---|---|---|---|");
        for (ReportedClaim claim : claims) {
            List<String> cells = new ArrayList<>(ClaimsReport.cells(claim));
            cells.set(0, claim.row().text("sentence"));
            cells.set(3, "**" + claim.verdict() + "**");
            lines.add("| "
                    + String.join(
                            " | ", cells.stream().map(ClaimsMarkdown::cell).toList()) + " |");
        }
        lines.add("");
        lines.add("Of these claims: " + ClaimsReport.counts(claims) + ".");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }

    private static void flaws(List<String> lines, ClaimsFile file, List<ReportedClaim> claims) {
        List<String> flaws = new ArrayList<>(file.source().flaws());
        List<String> reported = claims.stream().map(ReportedClaim::name).toList();
        file.claims().stream()
                .filter(claim -> reported.contains(claim.id()))
                .forEach(claim -> claim.notes().forEach(note -> flaws.add(claim.id() + ": " + note)));
        if (!flaws.isEmpty()) {
            lines.add("");
            lines.add("What to know about the source's method and about the comparison:");
            lines.add("");
            flaws.forEach(flaw -> lines.add("- " + flaw));
        }
    }
}
