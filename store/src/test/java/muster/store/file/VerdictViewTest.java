package muster.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import muster.model.AnswerReport;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.RunEnd;
import muster.model.SnapshotReport;
import muster.model.StepRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the views say a run came to. */
class VerdictViewTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"stopped", "failed", "interrupted"})
    void a_run_that_did_not_complete_has_its_state_and_no_verdict(String state) {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            PhaseAt at = Given.begin(store, Given.measure(run), "measure", 1, -1);
            store.runs()
                    .checks(List.of(
                            check(at, CheckKind.VALIDITY, "lag", true),
                            check(at, CheckKind.THRESHOLD, "p99", true),
                            check(at, CheckKind.ORACLE, "verify: feeds", true)));
            store.phases().end(new PhaseEnd(at, "stopped", Given.START + 1, 0, 0, List.of()));
            store.runs().end(new RunEnd(run, state, Given.START + 1, null, null, 105, "cancelled"));
            assertThat(store.query("SELECT state, validity, thresholds, answers FROM run_summary")
                            .rows())
                    .containsExactly(Arrays.asList(state, null, null, null));
            assertThat(store.query("SELECT validity, thresholds, answers FROM step_summary")
                            .rows())
                    .containsExactly(Arrays.asList(null, null, null));
        }
    }

    @Test
    void a_bad_trial_spoils_its_step_and_no_other() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            for (int step = 1; step <= 3; step++) {
                store.runs().step(new StepRow(run, step, "{}"));
                PhaseAt at = Given.begin(store, new PhaseAt(run, step, 1, "measure"), "measure", 1, -1);
                store.runs().checks(List.of(check(at, CheckKind.VALIDITY, "lag", step != 2)));
                store.phases().end(Given.end(at, Given.START + 1, 0));
            }
            store.runs().end(new RunEnd(run, RunEnd.COMPLETE, Given.START + 1, "invalid", "none", 111, ""));
            assertThat(store.query("SELECT step, validity FROM step_summary ORDER BY step")
                            .rows())
                    .containsExactly(List.of(1L, "valid"), List.of(2L, "invalid"), List.of(3L, "valid"));
        }
    }

    @Test
    void a_step_in_which_nothing_completed_is_not_valid_and_meets_nothing() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            for (int step = 1; step <= 3; step++) {
                store.runs().step(new StepRow(run, step, "{}"));
                PhaseAt at = Given.begin(store, new PhaseAt(run, step, 1, "measure"), "measure", 1, -1);
                store.runs().checks(List.of(check(at, CheckKind.VALIDITY, "books", step < 3)));
                if (step > 1) {
                    store.runs().checks(List.of(check(at, CheckKind.WARNING, CheckRow.NOTHING_MEASURED, false)));
                }
                store.phases().end(Given.end(at, Given.START + 1, 0));
            }
            assertThat(store.query("SELECT step, validity, thresholds FROM step_summary ORDER BY step")
                            .rows())
                    .containsExactly(
                            List.of(1L, "valid", "none"),
                            Arrays.asList(2L, null, null),
                            Arrays.asList(3L, "invalid", null));
        }
    }

    @Test
    void a_trial_that_is_left_out_has_no_verdict_but_answers_are_answers() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            PhaseAt at = Given.begin(store, Given.measure(run), "measure", 1, -1);
            store.runs()
                    .checks(List.of(
                            check(at, CheckKind.FACT, CheckRow.LEFT_OUT, true),
                            check(at, CheckKind.VALIDITY, "books", true),
                            check(at, CheckKind.THRESHOLD, "p99", true),
                            check(at, CheckKind.ORACLE, "verify: feeds", true)));
            store.phases().end(Given.end(at, Given.START + 1, 0));
            assertThat(store.query("SELECT left_out, validity, thresholds, answers FROM step_summary")
                            .rows())
                    .containsExactly(Arrays.asList(1L, null, null, "right"));
        }
    }

    @ParameterizedTest
    @CsvSource({"true,,right", "false,,wrong", ",,not checked", "true,skipped,not checked", "false,skipped,wrong"})
    void answers_are_right_wrong_or_not_checked(Boolean compared, String skipped, String answers) {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            PhaseAt at = Given.begin(store, Given.measure(run), "measure", 1, -1);
            store.runs()
                    .checks(List.of(
                            check(at, CheckKind.VALIDITY, "lag", true),
                            check(at, CheckKind.ORACLE, CheckRow.STATE_AFTER_LOAD, true)));
            if (compared != null) {
                store.runs().checks(List.of(check(at, CheckKind.ORACLE, "verify: feeds", compared)));
            }
            if (skipped != null) {
                store.runs()
                        .checks(List.of(new CheckRow(
                                run,
                                1,
                                1,
                                "warning",
                                "verify",
                                CheckRow.VERIFIED,
                                "not verified",
                                false,
                                "",
                                "restarted")));
            }
            store.phases().end(Given.end(at, Given.START + 1, 0));
            store.runs().end(new RunEnd(run, RunEnd.COMPLETE, Given.START + 1, "valid", "none", 0, ""));
            assertThat(store.query("SELECT answers FROM run_summary").rows()).containsExactly(List.of(answers));
            assertThat(store.query("SELECT answers FROM step_summary").rows()).containsExactly(List.of(answers));
        }
    }

    @Test
    void the_share_of_compared_answers_is_of_measured_phases_and_stays_with_the_verdict() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            PhaseAt warm = Given.begin(store, new PhaseAt(run, 1, 1, "warmup"), "warmup", 1, -1);
            PhaseAt at = Given.begin(store, Given.measure(run), "measure", 1, -1);
            AnswerReport answers = new AnswerReport(
                    List.of(new AnswerReport.Counts("post", 40, 2, 42, 0)),
                    List.of(),
                    List.of(new AnswerReport.Seen("post", 3, 1, "[20608]")));
            for (PhaseAt phase : List.of(warm, at)) {
                SnapshotReport report = Given.report(phase, 1, 1, Given.START, List.of());
                Given.commit(store, List.of(Given.with(report, answers)), List.of());
                store.phases().end(Given.end(phase, Given.START + 1_000_000_000, 0));
            }
            store.runs().checks(List.of(check(at, CheckKind.ORACLE, "answers", true)));
            store.runs().end(new RunEnd(run, RunEnd.COMPLETE, Given.START + 1, "valid", "none", 0, ""));
            assertThat(store.query("SELECT answers, answers_compared, answers_asked FROM run_summary")
                            .rows())
                    .containsExactly(List.of("right", 40L, 42L));
            assertThat(store.query("SELECT phase, answers_compared, answers_asked FROM step_summary ORDER BY 1")
                            .rows())
                    .containsExactly(List.of("measure", 40L, 42L), List.of("warmup", 40L, 42L));
            assertThat(store.query("SELECT operation, rows, answer FROM first_answer WHERE phase = 'measure'")
                            .rows())
                    .containsExactly(List.of("post", 1L, "[20608]"));
        }
    }

    private static CheckRow check(PhaseAt at, CheckKind kind, String name, boolean passed) {
        return new CheckRow(at.runId(), at.step(), at.trial(), kind.label(), name, "", "", passed, "", "");
    }
}
