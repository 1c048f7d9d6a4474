package muster.experiments.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.report.ClaimsReport;
import muster.experiments.reproduce.report.Drawn;
import muster.experiments.reproduce.report.ReportedClaim;
import muster.report.plot.Chart;
import muster.report.plot.Svg;
import muster.store.table.Row;

/** The page of a claims file for the documentation; all figures come from the store. */
final class ClaimsMarkdown {
    private ClaimsMarkdown() {}

    /** The rounds: of each claim that was run, by its name and in that order. */
    static String page(
            ClaimsFile file,
            Mode mode,
            List<ReportedClaim> claims,
            Map<String, Integer> rounds,
            List<Drawn> figures,
            Path store) {
        List<String> lines = new ArrayList<>();
        Mode common = new Mode(
                mode.quick(),
                mode.scale(),
                rounds.values().stream().min(Integer::compare).orElse(mode.rounds()));
        lines.add("# " + file.name());
        lines.add("");
        lines.add("Source: " + file.source() + ".");
        if (!file.source().machine().isEmpty()) {
            lines.add("Measured there on: " + file.source().machine() + ".");
        }
        claims.stream()
                .limit(1)
                .forEach(first ->
                        facts(lines, command(file, common) + only(file, claims) + " --docs DIR", first.row(), store));
        more(lines, file, common, rounds);
        table(lines, claims);
        flaws(lines, file, claims);
        figures.forEach(figure -> figure(lines, figure));
        return String.join("\n", lines) + "\n";
    }

    /** The files that the page shows, by name. */
    static Map<String, String> pictures(List<Drawn> figures) {
        Map<String, String> files = new LinkedHashMap<>();
        for (Drawn figure : figures) {
            if (figure instanceof Drawn.Picture(Chart chart)) {
                files.put(fileName(chart), Svg.file(chart));
            }
        }
        return files;
    }

    private static String fileName(Chart chart) {
        return chart.id() + ".svg";
    }

    private static void figure(List<String> lines, Drawn figure) {
        lines.add("");
        lines.add("## " + figure.title());
        lines.add("");
        switch (figure) {
            case Drawn.Picture(Chart chart) -> {
                lines.add("![" + chart.title() + "](" + fileName(chart) + ")");
                note(lines, chart.caption());
            }
            case Drawn.Numbers numbers -> {
                lines.add(row(numbers.titles().stream()
                        .map(title -> title.replaceFirst("^>", ""))
                        .toList()));
                lines.add(numbers.titles().stream()
                        .map(title -> title.startsWith(">") ? "---:|" : "---|")
                        .collect(Collectors.joining("", "|", "")));
                numbers.cells().forEach(cells -> lines.add(row(cells)));
                note(lines, numbers.note());
            }
        }
    }

    private static void note(List<String> lines, String note) {
        if (!note.isEmpty()) {
            lines.add("");
            lines.add(note);
        }
    }

    private static String row(List<String> cells) {
        return "| "
                + String.join(" | ", cells.stream().map(ClaimsMarkdown::cell).toList()) + " |";
    }

    /** The one that measures and writes the same again. */
    private static String command(ClaimsFile file, Mode mode) {
        Mode usual = mode.quick() ? file.quick() : file.full();
        return "./muster reproduce " + file.name()
                + (mode.quick() ? " --quick" : "")
                + (mode.scale() == usual.scale() ? "" : " --scale " + mode.scale())
                + (mode.rounds() == usual.rounds() ? "" : " --rounds " + mode.rounds());
    }

    /** "" where all claims of the file were judged. */
    private static String only(ClaimsFile file, List<ReportedClaim> claims) {
        return claims.size() == file.claims().size()
                ? ""
                : claims.stream().map(claim -> " --only " + claim.name()).collect(Collectors.joining());
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

    /** The commands before it, where claims have more rounds than it gives them. */
    private static void more(List<String> lines, ClaimsFile file, Mode common, Map<String, Integer> rounds) {
        Map<Integer, String> only = rounds.entrySet().stream()
                .filter(claim -> claim.getValue() > common.rounds())
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        TreeMap::new,
                        Collectors.mapping(claim -> " --only " + claim.getKey(), Collectors.joining())));
        only.forEach((most, names) -> lines.add(
                "Before it: `" + command(file, new Mode(common.quick(), common.scale(), most)) + names + "`."));
    }

    private static void table(List<String> lines, List<ReportedClaim> claims) {
        lines.add("");
        lines.add("| claim | published | here | verdict | note |");
        lines.add("|---|---|---|---|---|");
        for (ReportedClaim claim : claims) {
            List<String> cells = new ArrayList<>(ClaimsReport.cells(claim));
            cells.set(0, claim.row().text("sentence"));
            cells.set(3, "**" + claim.verdict() + "**");
            lines.add(row(cells));
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
