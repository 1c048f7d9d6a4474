package muster.experiments.turns.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.protocol.RunResult;
import muster.report.RunReport;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnsSectionTest {
    @TempDir
    Path folder;

    private RunReport report(GivenTurns turns) {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            long run = turns.write(store);
            new TurnsResult().addTo(RunResult.newBuilder(), store, run);
        }
        try (Query query = Query.open(file)) {
            return RunReport.read(query, 1);
        }
    }

    private static GivenTurns three() {
        return new GivenTurns(3)
                .arm("st", Map.of("feed", 10.0, "post", 2.0))
                .arm("stou", Map.of("feed", 6.0, "post", 2.0))
                .arm("graphity", Map.of("feed", 2.0, "post", 2.0))
                .threshold("graphity feed p99 < 50ms", "3.1 ms", true)
                .threshold("stou feed p99 < 50ms", "9.0 ms", true)
                .threshold("st feed p99 < 10ms", "14.9 ms", false);
    }

    @Test
    void the_page_begins_with_the_answer_then_a_bar_an_arm_then_the_arms_best_first() {
        RunReport report = report(three());
        String html = report.html();
        assertThat(html).contains("<h1>st, stou, graphity in turns</h1>");
        assertThat(html.indexOf(
                        "<p class=\"answer\">of those that meet their thresholds (graphity, stou), fastest: graphity"))
                .isPositive()
                .isLessThan(html.indexOf("<li>feed: graphity answers "));
        assertThat(html.indexOf("<li>feed: graphity answers ")).isLessThan(html.indexOf("<figure id=\"turns-1\">"));
        assertThat(html.indexOf("<figure id=\"turns-1\">")).isLessThan(html.indexOf("<th>thresholds</th>"));
        assertThat(html.indexOf("<th>thresholds</th>")).isLessThan(html.indexOf("class=\"verdicts\""));
        assertThat(report.plots()).containsKey("turns-1.svg");
        assertThat(html).contains(", 3 streams in turns, ").doesNotContain("at the same time");
    }

    @Test
    void the_page_of_an_invalid_run_begins_with_that() {
        assertThat(report(three().validity("invalid")).html())
                .contains("<p class=\"answer\">INVALID: no arm is named the fastest: generator cpu")
                .doesNotContain(" as much as ");
    }

    @Test
    void a_file_of_a_build_without_turns_has_its_page() {
        Path file = folder.resolve("without.db");
        try (Store store = Store.open(file)) {
            three().write(store);
        }
        Given.without(file, "turns", List.of("turn_figure"));
        try (Query query = Query.open(file)) {
            assertThat(RunReport.read(query, 1).html()).contains("<h1>nightly</h1>");
        }
    }
}
