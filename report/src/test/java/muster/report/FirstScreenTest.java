package muster.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.model.StepRow;
import muster.store.file.Given;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The three cards: none of them may say more than the checks of the run. */
class FirstScreenTest {
    private static final Pattern CARD = Pattern.compile(
            "<div class=\"verdict (\\w+)\"><p class=\"what\">(\\w+)</p>\n<p class=\"word\">([A-Z ]+)</p>\n<p>([^<]*)</p>");
    private static final String DEGREES = "0:73 1:822 2:54 3:41 ".repeat(12);

    @TempDir
    private Path folder;

    private record Check(CheckKind kind, String name, String observed, boolean passed, String reason) {}

    @Test
    void a_good_run_has_three_good_cards_with_the_number_of_checks() {
        String page = page(
                "valid",
                "met",
                passed(CheckKind.VALIDITY, "lag"),
                passed(CheckKind.VALIDITY, "gc pauses"),
                passed(CheckKind.THRESHOLD, "errors% < 1"),
                passed(CheckKind.ORACLE, CheckRow.STATE_AFTER_LOAD),
                passed(CheckKind.ORACLE, "verify: feeds"),
                passed(CheckKind.ORACLE, "verify: edges"),
                passed(CheckKind.ORACLE, "verify: vertices"));
        assertThat(cards(page))
                .containsExactly(
                        "good Generator VALID: The load generator can be trusted: 2 checks passed.",
                        "good Thresholds MET: The threshold is met.",
                        "good Answers RIGHT: Compared with the reference model: 3 checks passed.");
        assertThat(page).contains("class=\"figures\"");
        assertThat(page)
                .contains(
                        "<details class=\"well\"><summary><strong>VALID</strong>; thresholds met; answers right</summary>");
        assertThat(HtmlPages.withoutFolds(page)).doesNotContain("class=\"verdicts\"");
    }

    @Test
    void where_all_is_not_well_the_verdicts_are_cards() {
        String page =
                page("valid", "missed", passed(CheckKind.VALIDITY, "lag"), failed(CheckKind.THRESHOLD, "p99", "9", ""));
        assertThat(page).doesNotContain("class=\"well\"");
        assertThat(HtmlPages.withoutFolds(page)).containsSubsequence("class=\"verdicts\"", "class=\"figures\"");
    }

    @Test
    void the_answer_is_a_sentence_that_says_itself_that_it_must_not_be_used() {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            SampleRun.small("noop").write(store);
        }
        try (Query query = Query.open(file)) {
            String page = RunReport.read(query, 1).html();
            assertThat(page)
                    .containsPattern(
                            "<p class=\"answer\">INVALID: \\w+ completes [0-9.]+( k)? operations/s with \\d+ clients?:"
                                    + " half of the responses take at most [0-9.]+ .s")
                    .containsSubsequence(
                            "class=\"answer\"", "class=\"verdicts\"", "id=\"timeline\"", "class=\"figures");
        }
    }

    @Test
    void an_invalid_run_is_invalid_whatever_else_is_good_and_its_figures_look_doubtful() {
        String page = page(
                "invalid",
                "met",
                failed(
                        CheckKind.VALIDITY,
                        "gc pauses",
                        "0.114",
                        "collections stopped the worker; it used 0.3 of 2 cores"),
                passed(CheckKind.VALIDITY, "lag"),
                passed(CheckKind.THRESHOLD, "errors% < 1"),
                passed(CheckKind.ORACLE, "verify: feeds"));
        assertThat(cards(page))
                .containsExactly(
                        "bad Generator INVALID: Do not use these figures: 1 of 2 checks failed.",
                        "good Thresholds MET: The threshold is met.",
                        "good Answers RIGHT: Compared with the reference model: 1 check passed.");
        assertThat(page).contains("<li>gc pauses: collections stopped the worker</li>", "class=\"figures doubtful\"");
    }

    @Test
    void a_missed_threshold_is_named_with_what_was_observed() {
        String page = page(
                "valid",
                "missed",
                passed(CheckKind.VALIDITY, "lag"),
                passed(CheckKind.THRESHOLD, "errors% < 1"),
                failed(CheckKind.THRESHOLD, "post p99 < 50ms", "265 ms", ""));
        assertThat(cards(page)).contains("bad Thresholds MISSED: 1 of 2 thresholds missed.");
        assertThat(page).contains("<li>post p99 &lt; 50ms: observed 265 ms</li>");
    }

    @Test
    void a_wrong_answer_is_one_short_line_and_its_detail_unfolds() {
        String page = page(
                "valid",
                "met",
                passed(CheckKind.VALIDITY, "lag"),
                passed(CheckKind.THRESHOLD, "errors% < 1"),
                passed(CheckKind.ORACLE, "verify: feeds"),
                failed(CheckKind.ORACLE, "verify: degrees", DEGREES, "12 users have another degree"));
        assertThat(cards(page)).contains("bad Answers WRONG: 1 of 2 checks found a difference.");
        assertThat(page).contains("<li>verify: degrees: 12 users have another degree</li>", DEGREES);
        assertThat(HtmlPages.withoutFolds(page)).doesNotContain(DEGREES).contains("12 users have another degree");
    }

    @Test
    void answers_of_the_oracle_are_no_thresholds_and_take_no_room_when_they_are_right() {
        String page = page(
                "valid",
                "met",
                passed(CheckKind.VALIDITY, "lag"),
                passed(CheckKind.THRESHOLD, "errors% < 1"),
                new Check(CheckKind.ORACLE, "verify: degrees", DEGREES, true, ""));
        assertThat(page.substring(page.indexOf("\"verdicts\""), page.indexOf("\"figures\"")))
                .doesNotContain("0:73", "degrees");
        assertThat(HtmlPages.withoutFolds(page)).doesNotContain("0:73");
    }

    @Test
    void where_nothing_was_checked_no_card_is_good() {
        assertThat(cards(page("valid", "none")))
                .containsExactly(
                        "open Generator NOT CHECKED: No check of the load generator was made.",
                        "open Thresholds NONE: The plan sets no thresholds.",
                        "open Answers NOT CHECKED: Neither a verify phase nor a reference compared all of it.");
    }

    @Test
    void that_trials_began_alike_is_no_answer() {
        assertThat(cards(page(
                        "valid",
                        "none",
                        passed(CheckKind.VALIDITY, "lag"),
                        passed(CheckKind.ORACLE, CheckRow.STATE_AFTER_LOAD))))
                .contains("open Answers NOT CHECKED: Neither a verify phase nor a reference compared all of it.");
    }

    @Test
    void a_stored_verdict_that_its_checks_contradict_is_not_believed() {
        assertThat(cards(page(
                        "valid",
                        "met",
                        failed(CheckKind.VALIDITY, "lag", "9", "late"),
                        failed(CheckKind.THRESHOLD, "errors% < 1", "3", ""),
                        failed(CheckKind.ORACLE, CheckRow.STATE_AFTER_LOAD, "other", "another graph"))))
                .allMatch(card -> card.startsWith("bad "));
        assertThat(cards(page("valid", "met"))).noneMatch(card -> card.startsWith("good "));
    }

    @Test
    void a_check_that_failed_for_many_workers_is_one_line() {
        List<Check> checks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            checks.add(failed(CheckKind.VALIDITY, "run-queue wait", "0.5", "threads waited for a core"));
        }
        assertThat(page("invalid", "none", checks.toArray(Check[]::new)))
                .contains("<li>run-queue wait (40 times): threads waited for a core</li>");
    }

    @Test
    void a_run_of_several_targets_names_all_of_them_in_its_title() {
        Path file = folder.resolve("targets.db");
        long run;
        try (Store store = Store.open(file)) {
            run = Given.run(store);
            store.runs().step(new StepRow(run, 1, "{\"target\":{\"kind\":\"neo4j\"}}"));
            store.runs().step(new StepRow(run, 2, "{\"target\":{\"kind\":\"memgraph\"}}"));
        }
        try (Query query = Query.open(file)) {
            String page = RunReport.read(query, run).html();
            assertThat(page)
                    .containsPattern("<h1>[^<]* on neo4j, memgraph</h1>")
                    .contains(" on neo4j, memgraph, ");
        }
    }

    @Test
    void what_limited_many_steps_unfolds() {
        Check finding = new Check(CheckKind.FINDING, "bottleneck", "server", true, "the server is slow");
        assertThat(HtmlPages.withoutFolds(page("valid", "none", finding))).contains("bottleneck: the server is slow");
        String page = page(
                "valid",
                "none",
                finding,
                new Check(CheckKind.FINDING, "second", "server", true, "slow"),
                new Check(CheckKind.FINDING, "third", "server", true, "slow"));
        assertThat(HtmlPages.withoutFolds(page)).doesNotContain("the server is slow");
        assertThat(page).contains("bottleneck: the server is slow");
    }

    @Test
    void a_run_that_did_not_complete_is_not_judged() {
        String page = written("stopped", null, null, passed(CheckKind.VALIDITY, "lag"));
        assertThat(cards(page)).hasSize(3).allMatch(card -> card.startsWith("open ") && card.contains(" NOT JUDGED: "));
    }

    private static Check passed(CheckKind kind, String name) {
        return new Check(kind, name, "0", true, "");
    }

    private static Check failed(CheckKind kind, String name, String observed, String reason) {
        return new Check(kind, name, observed, false, reason);
    }

    private String page(String validity, String thresholds, Check... checks) {
        return written(RunEnd.COMPLETE, validity, thresholds, checks);
    }

    private String written(String state, @Nullable String validity, @Nullable String thresholds, Check... checks) {
        Path file = folder.resolve("run.db");
        long run;
        try (Store store = Store.open(file)) {
            run = Given.run(store);
            PhaseAt at = Given.begin(store, Given.measure(run), "measure", 1, -1);
            for (int i = 0; i < checks.length; i++) {
                store.runs().checks(List.of(row(at, checks[i], i)));
            }
            store.phases().end(Given.end(at, Given.START + Given.SECOND, 0));
            store.runs().end(new RunEnd(run, state, Given.START + Given.SECOND, validity, thresholds, 0, ""));
        }
        try (Query query = Query.open(file)) {
            return RunReport.read(query, run).html();
        }
    }

    private static CheckRow row(PhaseAt at, Check check, int number) {
        return new CheckRow(
                at.runId(),
                at.step(),
                at.trial(),
                check.kind().label(),
                check.name(),
                "expected",
                check.observed(),
                check.passed(),
                check.passed() ? "" : "w" + number,
                check.reason());
    }

    private static List<String> cards(String page) {
        return CARD.matcher(page).results().map(FirstScreenTest::card).toList();
    }

    private static String card(MatchResult card) {
        return card.group(1) + " " + card.group(2) + " " + card.group(3) + ": " + card.group(4);
    }
}
