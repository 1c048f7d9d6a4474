package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import muster.model.OutcomeCounts;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ComparisonReportTest {
    private static final String SLOW = "<slow>";
    private static final long START_NS = 1_700_000_000_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void the_page_has_the_verdict_its_figures_and_the_plots_of_turns() throws Exception {
        Path file = written(3, "fast completes 1.25 times as much");
        try (Query query = Query.open(file)) {
            ComparisonReport report = ComparisonReport.read(query, 1);
            String html = report.html();
            assertThat(html)
                    .startsWith("<!doctype html>")
                    .contains("fast completes 1.25 times as much", "&lt;slow&gt;", ">0.8000<", "3 restarts")
                    .containsPattern("ok</td>\\s*<td[^>]*>24,000</td>\\s*<td[^>]*>10,200</td>")
                    .containsPattern("errors</td>\\s*<td[^>]*>3</td>\\s*<td[^>]*>0</td>")
                    .containsPattern("absent</td>\\s*<td[^>]*>0</td>\\s*<td[^>]*>9,000</td>")
                    .doesNotContain(SLOW, "duplicate</td>");
            assertThat(html.indexOf("fast completes 1.25"))
                    .isLessThan(html.indexOf("<figure id=\"arms\">"))
                    .isPositive();
            assertThat(report.plots().get("arms.svg"))
                    .as("best first, as multiples of the first arm")
                    .containsSubsequence(">fast  1.00<", ">&lt;slow&gt;  0.80<")
                    .contains("class=\"whisker\"");
            assertThat(report.plots().keySet())
                    .containsExactly("arms.svg", "narrowing-1.svg", "blocks-1.svg", "distribution-1.svg");
            for (String svg : report.plots().values()) {
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
            }
            assertThat(report.plots().get("blocks-1.svg"))
                    .as("a dot a block, and one each in no legend")
                    .satisfies(svg -> assertThat(svg.split("<circle", -1)).hasSize(3 * 4 + 1));
        }
    }

    @Test
    void a_comparison_that_has_not_ended_says_so_and_an_unknown_one_is_refused() {
        Path file = written(1, null);
        try (Query query = Query.open(file)) {
            assertThat(ComparisonReport.read(query, 1).html()).contains("has not ended");
            assertThatThrownBy(() -> ComparisonReport.read(query, 2))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("there is no comparison 2");
        }
    }

    @Test
    void a_file_of_a_build_without_turns_has_no_comparison() {
        Path file = written(1, "fast completes 1.25 times as much");
        try (Query query = Query.open(file)) {
            assertThat(new TurnsReport().report(query, "comparison")).isPresent();
        }
        Given.without(
                file,
                "turns",
                List.of("turn", "comparison_outcome", "comparison_figure", "comparison_arm", "overhead", "comparison"));
        try (Query query = Query.open(file)) {
            assertThat(new TurnsReport().report(query, "comparison")).isEmpty();
        }
    }

    /** The second arm completes 0.8 times as much as the first, in each of four blocks of a restart. */
    private Path written(int restarts, @Nullable String verdict) {
        Path file = folder.resolve("ab.db");
        List<Restart> all = new ArrayList<>();
        try (Store store = Store.open(file)) {
            long id = new ComparisonRecords(store.database())
                    .begin(new ComparisonRow(
                            ComparisonRow.AB,
                            1,
                            START_NS,
                            0.01,
                            List.of(new ComparisonRow.Arm("fast", "{}"), new ComparisonRow.Arm(SLOW, "{}"))));
            for (int i = 1; i <= restarts; i++) {
                all.add(new Restart(turns(i), Map.of()));
                new ComparisonRecords(store.database())
                        .restart(
                                id,
                                i,
                                all.getLast().turns(),
                                Map.of(
                                        "fast",
                                        new OutcomeCounts(8_000, 1, 0, 0, 0, 0),
                                        SLOW,
                                        new OutcomeCounts(3_400, 0, 3_000, 0, 0, 0)),
                                InterleavedComparison.of(all, "fast", SLOW).rows());
            }
            if (verdict != null) {
                new ComparisonRecords(store.database()).end(id, verdict, true);
            }
        }
        return file;
    }

    private static List<TurnRow> turns(int restart) {
        List<TurnRow> turns = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            boolean slow = i % 4 == 1 || i % 4 == 2;
            long startNs = START_NS + restart * 10_000_000_000L + i * 100_000_000L;
            turns.add(new TurnRow(
                    i + 1,
                    i / 4 + 1,
                    slow ? SLOW : "fast",
                    0,
                    startNs,
                    100_000_000,
                    slow ? 800 : 1000,
                    1_000_000,
                    0,
                    -1));
        }
        return turns;
    }
}
