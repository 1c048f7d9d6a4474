package muster.experiments.reproduce;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.cli.terminal.Ending;
import muster.cli.terminal.Output;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.judgement.Observation;
import muster.experiments.reproduce.report.ClaimsReport;
import muster.experiments.reproduce.report.ReportedClaim;
import muster.store.table.AlignedRows;
import muster.store.table.Row;
import org.jspecify.annotations.Nullable;

/** What ./muster reproduce prints. */
final class ReproduceText {
    private static final List<String> TITLES = List.of("claim", "published", "here", "verdict", "note");

    private ReproduceText() {}

    static String head(ClaimsFile file, int claims, Mode mode, Path store) {
        return String.format(
                Locale.ROOT,
                "%s: %d claims of \"%s\", %d rounds%s, scale %s; results go to %s",
                file.name(),
                claims,
                file.source().title(),
                mode.rounds(),
                mode.quick() ? ", quick" : "",
                mode.scale(),
                store);
    }

    static void list(List<ClaimsFile> files, Output output) {
        if (output.json()) {
            output.printJson(files.stream().map(ReproduceText::map).toList());
        } else {
            List<List<String>> rows = new ArrayList<>(List.of(List.of("name", "claims", "source")));
            files.forEach(file -> rows.add(List.of(
                    file.name(), "" + file.claims().size(), file.source().toString())));
            AlignedRows.lines(rows, column -> column == 1).forEach(output::line);
        }
    }

    private static Map<String, Object> map(ClaimsFile file) {
        return Map.of(
                "name", file.name(),
                "source", file.source().toString(),
                "claims", file.claims().stream().map(claim -> claim.id()).toList());
    }

    static void print(ClaimsFile file, List<ReportedClaim> claims, Path page, Output output) {
        if (output.json()) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("name", file.name());
            all.put("claims", claims.stream().map(ReproduceText::map).toList());
            all.put("report", page.toString());
            output.printJson(all);
            return;
        }
        List<List<String>> rows = new ArrayList<>(List.of(TITLES));
        claims.forEach(claim -> rows.add(ClaimsReport.cells(claim)));
        List<String> table = AlignedRows.lines(rows, column -> false);
        output.end(new Ending("", List.of(ClaimsReport.counts(claims)), List.of(table), List.of(), page.toString()));
    }

    private static Map<String, @Nullable Object> map(ReportedClaim claim) {
        Row row = claim.row();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("id", claim.name());
        map.put("sentence", row.text("sentence"));
        map.put("shape", row.text("shape"));
        map.put("verdict", claim.verdict());
        map.put("estimate", row.number("estimate"));
        map.put("low", row.number("low"));
        map.put("high", row.number("high"));
        map.put("note", row.text("note"));
        map.put("unit", row.text("unit"));
        map.put("published", claim.published().stream().map(ReproduceText::map).toList());
        map.put("here", claim.here().stream().map(ReproduceText::map).toList());
        return map;
    }

    private static Map<String, @Nullable Object> map(Observation value) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("label", value.label());
        map.put("x", value.x());
        map.put("round", value.round());
        map.put("value", value.value());
        return map;
    }
}
