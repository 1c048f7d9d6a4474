package muster.experiments.turns.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import muster.protocol.RunResult;
import muster.protocol.RunSection;
import muster.report.run.RunReader;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import muster.text.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnsResultTest {
    private static final int SEED = 20;

    @TempDir
    Path folder;

    private List<String> answers(GivenTurns turns) {
        return section(turns).getAnswersList();
    }

    private List<String> notes(GivenTurns turns) {
        return section(turns).getNotesList();
    }

    /** All, in the order in which they are printed. */
    private List<String> lines(GivenTurns turns) {
        RunSection section = section(turns);
        return Stream.of(section.getAnswersList(), section.getLinesList(), section.getNotesList())
                .flatMap(List::stream)
                .toList();
    }

    private RunSection section(GivenTurns turns) {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = turns.write(store);
            RunResult.Builder result = RunResult.newBuilder();
            new TurnsResult().addTo(result, store, run);
            return result.getSections(0);
        }
    }

    private static GivenTurns three() {
        return new GivenTurns(SEED)
                .arm("st", Map.of("feed", 10.0, "post", 2.0))
                .arm("stou", Map.of("feed", 6.0, "post", 2.0))
                .arm("graphity", Map.of("feed", 2.0, "post", 2.0));
    }

    @Test
    void the_end_of_a_run_has_the_arms_best_first_one_line_an_operation_and_the_answer() {
        RunSection section = section(three().blocks(30));
        List<String> table = section.getLinesList();
        assertThat(table).hasSize(4);
        assertThat(table.getFirst()).matches("arm +ok/s +95 % interval +mean +p50 +p99 +operations +ok +errors");
        assertThat(table.subList(1, 4).stream().map(line -> line.split(" ", 2)[0]))
                .containsExactly("graphity", "stou", "st");
        assertThat(section.getNotesList())
                .singleElement()
                .asString()
                .startsWith("figures of 30 blocks of turns, without their guard times; ");
        List<String> answers = section.getAnswersList();
        assertThat(answers).hasSize(3);
        assertThat(answers.getFirst())
                .matches("fastest: graphity completes [12].* times \\(.*\\) as much as stou, [23].* \\(.*\\) as st");
        assertThat(answers.get(1))
                .matches(
                        "feed: graphity answers (2\\.9|3\\.0|3\\.1).? times \\(.* to .*\\) as fast as stou, (4\\.9|5\\.0|5\\.1).? \\(.* to .*\\) as st");
        assertThat(answers.get(2)).startsWith("post: mean response alike within 5 %: ");
    }

    @Test
    void nothing_of_guard_times_is_in_a_figure() {
        String json = section(new GivenTurns(SEED).arm("a", Map.of("feed", 2.0)).arm("b", Map.of("feed", 4.0)))
                .getJson();
        Map<?, ?> turns = (Map<?, ?>) ((List<?>) Objects.requireNonNull(JsonReader.read(json))).getFirst();
        Map<?, ?> a = (Map<?, ?>) ((List<?>) turns.get("arms")).getFirst();
        assertThat(((Number) a.get("mean_ns")).doubleValue()).isEqualTo(2e6, within(1e5));
        assertThat(((Number) a.get("per_s")).doubleValue()).isEqualTo(500, within(20.0));
        assertThat(((Number) a.get("p99_ns")).doubleValue()).isLessThan(5e6);
    }

    private static GivenTurns equal() {
        return new GivenTurns(SEED)
                .arm("a", Map.of("feed", 2.0))
                .arm("b", Map.of("feed", 2.0))
                .blocks(30);
    }

    @Test
    void what_counts_as_alike_is_the_margin_of_the_plan() {
        assertThat(answers(equal().alike(0.2)).getFirst()).startsWith("throughput alike within 20 %: ");
        assertThat(answers(equal().alike(0.001)).getFirst()).startsWith("undecided: throughput ");
        assertThat(section(equal().alike(0.02)).getJson()).contains("\"alike_within\": 0.02");
    }

    /** Both complete 200 operations in a window of 400 ms, for 100 ms and for 150 ms of the server's processor time. */
    @Test
    void the_processor_time_of_the_server_tells_arms_apart_that_are_equally_fast() {
        GivenTurns turns = equal().serverMillis(Map.of("a", 100.0, "b", 150.0), 2);
        RunSection section = section(turns);
        assertThat(section.getLinesList().getFirst()).endsWith("server CPU an operation");
        assertThat(section.getLinesList().subList(1, 3))
                .anyMatch(line -> line.matches("a .* (49|50|51)\\d us \\(.* us to .* us\\)"));
        assertThat(section.getAnswersList())
                .anyMatch(
                        line -> line.matches(
                                "server CPU: a completes 1\\.(4[89]|5[012]?) times \\(1\\.4\\d? to 1\\.5\\d?\\) as much with the same processor time as b"));
        assertThat(section.getAnswersList().getFirst()).startsWith("throughput alike within 5 %: ");
        Map<?, ?> json = (Map<?, ?>) ((List<?>) Objects.requireNonNull(JsonReader.read(section.getJson()))).getFirst();
        Map<?, ?> cpu = (Map<?, ?>) Objects.requireNonNull(json.get("server_cpu"));
        assertThat(cpu.get("by")).isEqualTo("server CPU an operation");
        assertThat(cpu.get("best_shown")).isEqualTo(true);
    }

    @Test
    void a_server_that_was_observed_in_too_few_blocks_or_not_at_all_has_no_figure() {
        Map<String, Double> millis = Map.of("a", 100.0, "b", 150.0);
        for (GivenTurns turns : List.of(equal().serverMillis(millis, 3), equal())) {
            RunSection section = section(turns);
            assertThat(section.toString()).doesNotContain("server CPU");
            assertThat(section.getJson()).contains("\"server_cpu\": null");
        }
    }

    @Test
    void a_file_of_a_version_whose_plans_had_no_margin_is_judged_by_5_percent() {
        Path file = folder.resolve("older.db");
        try (Store store = Store.open(file)) {
            equal().write(store);
            store.database().script("DROP TABLE equivalence_margin");
        }
        try (Query query = Query.open(file)) {
            assertThat(TurnsPhaseReader.read(new RunReader(query, 1)))
                    .extracting(TurnsPhase::alike)
                    .containsExactly(0.05);
        }
    }

    @Test
    void an_invalid_run_names_no_arm() {
        RunSection section = section(three().validity("invalid"));
        assertThat(section.getAnswersList()).containsExactly("INVALID: no arm is named the fastest: generator cpu");
        assertThat(section.getLinesList()).hasSize(4).noneMatch(line -> line.contains(" as much as "));
        assertThat(section.getNotesList())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("no arm is named the fastest, as the run is INVALID: repeat it ");
    }

    @Test
    void an_invalid_run_that_was_too_short_says_how_long_to_measure() {
        assertThat(notes(three().blocks(5).validity("invalid")).getFirst())
                .endsWith("; 5 blocks of turns are too few, 15 are the least: 25s: --set measure.duration=25s");
    }

    @Test
    void an_invalid_run_whose_coordinator_was_restarted_says_so_and_names_no_idle_machine_alone() {
        assertThat(notes(three().validity("invalid").restarted()).getFirst())
                .isEqualTo(
                        "no arm is named the fastest, as the run is INVALID: repeat it, as the coordinator was restarted"
                                + " meanwhile: its log says why it ended; and on an idle machine, with a server that leaves cores to"
                                + " the clients (./muster server start --cpus)");
    }

    @Test
    void a_run_that_is_invalid_and_answered_wrongly_is_called_both_and_is_not_to_be_repeated_as_it_is() {
        List<String> lines = lines(three().wrong().validity("invalid"));
        assertThat(lines.getFirst())
                .startsWith(
                        "WRONG ANSWERS, and INVALID: no arm is named the fastest: feeds: observed 3 differ, wanted equal");
        assertThat(lines).noneMatch(line -> line.contains("repeat it"));
    }

    @Test
    void an_arm_of_which_every_answer_was_empty_is_not_named_the_fastest() {
        List<String> lines = lines(three().blocks(30).empty("graphity"));
        assertThat(lines.getFirst())
                .isEqualTo(
                        "NOTHING FOUND: no arm is named the fastest: every answer of graphity feed, graphity post was empty");
        assertThat(lines).noneMatch(line -> line.contains("fastest: graphity"));
        assertThat(lines.get(5))
                .isEqualTo(
                        "no arm is named the fastest: check labels, types, properties and parameters of what found nothing;"
                                + " what is to find nothing says so with key expect");
    }

    @Test
    void arms_that_all_find_nothing_are_compared() {
        assertThat(answers(three().blocks(30).empty("st", "stou", "graphity")).getFirst())
                .startsWith("fastest: graphity ");
    }

    @Test
    void an_arm_whose_empty_answers_are_as_expected_is_compared() {
        assertThat(answers(three().blocks(30).empty("graphity").asExpected()).getFirst())
                .startsWith("fastest: graphity ");
    }

    @Test
    void an_open_arm_that_cannot_keep_its_rate_is_called_overloaded_and_no_turn_of_minutes_is_advised() {
        GivenTurns turns =
                new GivenTurns(SEED).arm("low", 50, Map.of("feed", 10.0), 0, 0).overloaded("high", 2_000, 500, 6_500);
        assertThat(lines(turns))
                .anyMatch(line -> line.matches("high completes 500/s of 2\\.00 k/s that arrive: it is overloaded, .*"))
                .noneMatch(line -> line.contains("make turns as long as") || line.contains("are in no figure"));
    }

    @Test
    void a_run_with_wrong_answers_names_no_arm() {
        assertThat(lines(three().wrong()).getFirst())
                .isEqualTo("WRONG ANSWERS: no arm is named the fastest: feeds: observed 3 differ, wanted equal");
    }

    @Test
    void a_short_phase_is_undecided_and_says_how_long_to_measure() {
        RunSection section = section(three().blocks(5));
        assertThat(section.getAnswers(0)).startsWith("undecided: throughput graphity ");
        assertThat(section.getNotes(0))
                .isEqualTo(
                        "5 blocks of turns are too few, 15 are the least: what is undecided needs a phase of about 25s:"
                                + " --set measure.duration=25s");
    }

    @Test
    void the_fastest_is_one_that_meets_its_thresholds() {
        RunSection section = section(three().threshold("graphity post p99 < 1ms", "2.9 ms", false)
                .threshold("stou post p99 < 50ms", "2.9 ms", true)
                .threshold("st feed p99 < 50ms", "14 ms", true));
        assertThat(section.getLines(0)).endsWith("thresholds");
        assertThat(section.getLines(1)).startsWith("graphity").endsWith("missed");
        assertThat(section.getLines(2)).startsWith("stou").endsWith("met");
        assertThat(section.getAnswers(0))
                .startsWith("of those that meet their thresholds (stou, st), fastest: stou completes ")
                .endsWith("; graphity misses post p99 < 1ms (2.9 ms)");
    }

    @Test
    void one_arm_alone_that_meets_its_thresholds_is_the_fastest_of_them() {
        assertThat(answers(three().threshold("graphity post p99 < 1ms", "2.9 ms", false)
                                .threshold("stou post p99 < 1ms", "2.9 ms", false)
                                .threshold("st feed p99 < 50ms", "14 ms", true))
                        .getFirst())
                .startsWith("fastest that meets its thresholds: st, ")
                .contains("; graphity misses ", "; stou misses ");
    }

    @Test
    void open_arms_are_compared_by_response_time() {
        RunSection section = section(
                new GivenTurns(SEED).arm("a", 200, Map.of("feed", 4.0), 0, 0).arm("b", 200, Map.of("feed", 2.0), 0, 0));
        assertThat(section.getLines(0)).contains("offered/s");
        assertThat(section.getAnswers(0)).matches("fastest: b answers (1\\.9|2\\.0).* times \\(.*\\) as fast as a");
    }

    @Test
    void an_arm_that_stands_still_loses_throughput_and_its_response_times_decide_nothing() {
        List<String> lines = lines(new GivenTurns(SEED)
                .arm("steady", Map.of("feed", 4.0, "post", 4.0))
                .arm("stalling", 0, Map.of("feed", 4.0, "post", 4.0), 3, 0));
        assertThat(lines)
                .anyMatch(
                        line -> line.matches(
                                "stalling completed nothing in 6 of 16 turns: its response times decide nothing, throughput counts such turns as 0"));
        assertThat(lines).anyMatch(line -> line.startsWith("feed: undecided: mean response "));
        assertThat(lines.getFirst()).matches("fastest: steady completes 1\\..* times \\(1\\..*\\) as much as stalling");
    }

    @Test
    void an_arm_whose_operations_fail_ends_the_comparison_without_a_winner_and_counts_add_up() {
        List<String> lines =
                lines(new GivenTurns(SEED).arm("a", Map.of("feed", 4.0)).arm("b", 0, Map.of("feed", 2.0), 0, 10));
        assertThat(lines.getFirst())
                .matches("FAILED: no arm is named the fastest: (8|9)\\.?\\d* % of the operations of b failed");
        assertThat(lines.get(4)).isEqualTo("no arm is named the fastest, as operations failed: mend that first");
        assertThat(lines).noneMatch(line -> line.contains(" completes "));
        String[] cells = lines.get(2).split("  +", -1);
        assertThat(number(cells[6])).isEqualTo(number(cells[7]) + number(cells[8]));
    }

    private static long number(String cell) {
        return Long.parseLong(cell.replace(",", ""));
    }

    @Test
    void a_block_in_which_a_worker_left_is_in_no_ratio() {
        List<String> lines = lines(three().workerLeft(7));
        assertThat(lines).contains("1 block of 16 left out: a worker came or went within");
    }

    @Test
    void the_view_has_each_turn_and_its_sums_are_those_of_the_answer() {
        Path file = folder.resolve("view.db");
        try (Store store = Store.open(file)) {
            long run = three().write(store);
            new TurnsResult().addTo(RunResult.newBuilder(), store, run);
            List<Row> rows = Row.of(
                    store.query(
                            "SELECT arm, operation, count(*) AS turns, sum(ok) AS ok, avg(throughput_per_s) AS per_s, avg(mean_ns) AS mean_ns,"
                                    + " min(to_ns - from_ns) AS length FROM turn_summary GROUP BY arm, operation ORDER BY arm, operation"));
            assertThat(rows).hasSize(6);
            assertThat(rows.getFirst().text("arm") + " " + rows.getFirst().text("operation"))
                    .isEqualTo("graphity feed");
            assertThat(rows.getFirst().whole("turns")).isEqualTo(16);
            assertThat(rows.getFirst().number("mean_ns")).isEqualTo(2e6, within(1e5));
            assertThat(rows.getFirst().number("per_s"))
                    .isEqualTo(rows.getFirst().number("ok") / 16 / 0.4, within(1e-6));
            assertThat(rows.getFirst().whole("length")).isEqualTo(Given.SECOND * 4 / 10);
        }
    }

    @Test
    void a_turn_without_a_completion_is_a_row_of_the_view() {
        try (Store store = Store.open(folder.resolve("idle.db"))) {
            long run = new GivenTurns(SEED)
                    .arm("steady", Map.of("feed", 4.0))
                    .arm("stalling", 0, Map.of("feed", 4.0), 3, 0)
                    .write(store);
            new TurnsResult().addTo(RunResult.newBuilder(), store, run);
            Row row = Row.of(store.query(
                            "SELECT count(*) AS turns, count(*) FILTER (WHERE ok = 0 AND throughput_per_s = 0 AND mean_ns IS NULL) AS idle"
                                    + " FROM turn_summary WHERE arm = 'stalling'"))
                    .getFirst();
            assertThat(row.whole("turns")).isEqualTo(16);
            assertThat(row.whole("idle")).isEqualTo(6);
        }
    }

    @Test
    void a_run_without_turns_has_no_section() {
        try (Store store = Store.open(folder.resolve("none.db"))) {
            long run = Given.run(store);
            RunResult.Builder result = RunResult.newBuilder();
            new TurnsResult().addTo(result, store, run);
            assertThat(result.getSectionsCount()).isZero();
        }
    }
}
