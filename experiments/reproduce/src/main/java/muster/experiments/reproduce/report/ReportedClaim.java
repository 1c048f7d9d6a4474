package muster.experiments.reproduce.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import muster.experiments.reproduce.judgement.Observation;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;

/**
 * A claim as the store has it.
 *
 * @param row of view claim_summary
 * @param published what the source says
 * @param here one value a round
 */
public record ReportedClaim(Row row, List<Observation> published, List<Observation> here) {
    /** The claims of a file in its order, each as it was judged last. */
    public static List<ReportedClaim> read(Query query, String claims) {
        return query.atOneMoment(() -> {
            List<ReportedClaim> all = new ArrayList<>();
            for (Row row : Row.of(query.table(
                    "SELECT * FROM claim_summary WHERE claims = ? ORDER BY position, claim_id", List.of(claims)))) {
                long id = row.whole("claim_id");
                List<Observation> published = values(query, id, "published");
                all.add(new ReportedClaim(row, published, inOrder(values(query, id, "here"), published)));
            }
            return all;
        });
    }

    private static List<Observation> values(Query query, long id, String side) {
        return Row.of(query.table(
                        "SELECT label, x, round, value FROM claim_value WHERE claim_id = ? AND side = ? ORDER BY rowid",
                        List.of(id, side)))
                .stream()
                .map(row -> new Observation(
                        row.text("label"), row.number("x"), (int) row.whole("round"), row.number("value")))
                .toList();
    }

    /** Labels in the order of the source, so that one sees them side by side; those that it has not come last. */
    private static List<Observation> inOrder(List<Observation> here, List<Observation> published) {
        List<String> labels = published.stream().map(Observation::label).toList();
        return here.stream()
                .sorted(Comparator.comparing((Observation value) -> !labels.contains(value.label()))
                        .thenComparingInt(value -> labels.indexOf(value.label())))
                .toList();
    }

    public String name() {
        return row.text("name");
    }

    public String verdict() {
        return row.text("verdict");
    }

    /** What the source says, in one cell. */
    public String publishedText() {
        return ClaimValues.text(published, row.text("unit"));
    }

    /** What was measured, in one cell. */
    public String hereText() {
        return ClaimValues.text(here, row.text("unit"));
    }
}
