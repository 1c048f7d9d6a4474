package muster.store.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.store.analysis.claim.ClaimVerdict;
import muster.store.file.sqlite.Query;
import muster.store.report.claim.ClaimCharts;
import muster.store.report.claim.Drawn;
import muster.store.report.claim.ReportedClaim;
import muster.store.report.plot.Chart;
import muster.store.table.Row;
import muster.text.Quantity;

/** The page about one source: verdicts first, then each claim with the source's figure and ours side by side. */
public final class ClaimsReport {
    private final String name;
    private final List<ReportedClaim> claims;
    private final List<Drawn> figures;

    private ClaimsReport(String name, List<ReportedClaim> claims, List<Drawn> figures) {
        this.name = name;
        this.claims = claims;
        this.figures = figures;
    }

    /** The claims of one file, and what it draws beside them. */
    public static ClaimsReport read(Query query, String name, List<Drawn> figures) {
        return new ClaimsReport(name, ReportedClaim.read(query, name), figures);
    }

    /** One file without a script, which needs nothing else. */
    public String html() {
        Html html = new Html().begin("Claims: " + name);
        html.raw("<header>").element("h1", name);
        claims.stream().limit(1).forEach(first -> html.element("p class=\"sub\"", facts(first.row())));
        html.raw("</header>\n").element("p class=\"answer\"", counts(claims));
        html.table(
                List.of("claim", "published", "here", "verdict", "note"),
                claims.stream().map(ClaimsReport::cells).toList());
        claims.forEach(claim -> section(html, claim));
        figures.forEach(figure -> figure(html, figure));
        return html.end();
    }

    private static String facts(Row row) {
        return "%s. Tested on %s%s: %s"
                .formatted(
                        row.text("source"),
                        row.text("judged_at").replaceFirst("T.*", ""),
                        row.whole("quick") == 1 ? ", quick" : "",
                        row.text("machine"));
    }

    /** "3 reproduced, 2 differ", in the order of the verdicts. */
    public static String counts(List<ReportedClaim> claims) {
        Map<String, Long> counts =
                claims.stream().collect(Collectors.groupingBy(ReportedClaim::verdict, Collectors.counting()));
        return Arrays.stream(ClaimVerdict.values())
                .map(verdict -> count(counts.getOrDefault(verdict.label(), 0L), verdict))
                .filter(count -> !count.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String count(long claims, ClaimVerdict verdict) {
        String label = verdict == ClaimVerdict.DIFFERS && claims > 1 ? "differ" : verdict.label();
        return claims == 0 ? "" : claims + " " + label;
    }

    /** Claim, published, here, verdict, note. */
    public static List<String> cells(ReportedClaim claim) {
        return List.of(
                claim.name(),
                claim.publishedText(),
                claim.hereText(),
                claim.verdict(),
                claim.row().text("note"));
    }

    private static void figure(Html html, Drawn figure) {
        switch (figure) {
            case Drawn.Picture(Chart chart) -> html.figure(chart);
            case Drawn.Numbers numbers -> {
                html.element("h2", numbers.title()).table(numbers.titles(), numbers.cells());
                if (!numbers.note().isEmpty()) {
                    html.element("p class=\"note\"", numbers.note());
                }
            }
        }
    }

    private static void section(Html html, ReportedClaim claim) {
        Row row = claim.row();
        html.heading(2, claim.name(), claim.name() + ": " + claim.verdict());
        html.element("p", row.text("sentence"));
        html.element(
                "p",
                "Tested: " + (row.text("shape").isEmpty() ? Quantity.NONE : row.text("shape")) + ". "
                        + row.text("note"));
        html.multiples("", "wide", ClaimCharts.of(claim));
        html.list(row.text("flaws").lines().toList());
        if (!row.text("conditions").isEmpty()) {
            html.element("p class=\"note\"", "Conditions of the source: " + row.text("conditions"));
        }
    }
}
