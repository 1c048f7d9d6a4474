package muster.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndingTest {
    private static final List<String> TABLE = List.of("operation  ok", "post       12");

    private static Ending ending(List<String> table, List<String> notes) {
        return new Ending("run 1: VALID", List.of("fastest: a", "feed: a"), List.of(table), notes)
                .withReport("./muster report s.db:1");
    }

    private static List<String> notes(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(note -> "note " + note).toList();
    }

    @Test
    void the_verdict_comes_first_then_the_answer_the_table_the_notes_and_the_report() {
        assertThat(ending(TABLE, notes(2)).lines())
                .containsExactly(
                        "run 1: VALID",
                        "fastest: a",
                        "feed: a",
                        "operation  ok",
                        "post       12",
                        "note 1",
                        "note 2",
                        "report: ./muster report s.db:1");
    }

    @Test
    void there_are_five_notes_at_most_and_the_rest_is_counted_with_where_it_is() {
        assertThat(ending(TABLE, notes(5)).lines()).contains("note 5").noneMatch(line -> line.startsWith("..."));
        assertThat(ending(TABLE, notes(8)).lines())
                .endsWith("note 5", "... and 3 more: ./muster report s.db:1", "report: ./muster report s.db:1");
        assertThat(ending(TABLE, notes(8)).text()).endsWith("note 8");
    }

    @Test
    void where_more_than_a_screen_follows_verdict_and_answer_come_again() {
        List<String> rows = Collections.nCopies(30, "post  12");
        assertThat(ending(rows, notes(1)).lines())
                .startsWith("run 1: VALID", "fastest: a", "feed: a", "post  12")
                .endsWith("report: ./muster report s.db:1", "run 1: VALID", "fastest: a");
        assertThat(ending(rows, notes(1)).lines(80, 50)).endsWith("report: ./muster report s.db:1");
    }

    @Test
    void no_line_is_wider_than_the_terminal() {
        String note = "warning  the database and its clients share this machine: results include their interference";
        List<String> table =
                List.of("operation   ok  errors       p50       p99", "post       120       0  1.00 ms  120 ms");
        List<String> lines = ending(table, List.of(note)).lines(40, 24);
        assertThat(lines)
                .allMatch(line -> line.length() <= 40)
                .containsSequence(
                        "warning  the database and its clients",
                        "         share this machine: results",
                        "         include their interference");
    }

    @Test
    void columns_without_room_follow_below_with_the_first_one_again() {
        List<String> table = List.of("arm   ok/s  95 % interval      p50", "stou   376     231 to 613  5.27 ms");
        assertThat(FittedTable.lines(table, 28))
                .containsExactly(
                        "arm   ok/s  95 % interval", "stou   376     231 to 613", "arm       p50", "stou  5.27 ms");
        assertThat(FittedTable.lines(table, 0)).isEqualTo(table);
        assertThat(FittedTable.lines(List.of("one word that is long"), 10)).containsExactly("one word that is long");
    }

    @Test
    void a_path_that_is_longer_than_the_line_stays_whole() {
        assertThat(TextWrap.lines(List.of("report: ./muster report /a/very/long/path/to/a/file.db:12 (A), b"), 30))
                .containsExactly("report: ./muster report", "  /a/very/long/path/to/a/file.db:12", "  (A), b");
    }

    @Test
    void a_file_whose_name_a_shell_would_split_is_quoted() {
        assertThat(Ending.reportCommand(Path.of("results/noop.db"), "3"))
                .isEqualTo("./muster report results/noop.db:3");
        assertThat(Ending.reportCommand(Path.of("results/noop.db").toAbsolutePath(), "3"))
                .isEqualTo("./muster report results/noop.db:3");
        assertThat(Ending.reportCommand(Path.of("my results.db"), "3")).isEqualTo("./muster report 'my results.db:3'");
        assertThat(Ending.reportCommand(Path.of("it's.db"), "3")).isEqualTo("./muster report 'it'\\''s.db:3'");
    }

    @Test
    void what_is_bad_is_red_and_what_is_good_is_green() {
        assertThat(VerdictColours.paint("run 1 noop: INVALID; thresholds met"))
                .isEqualTo("run 1 noop: \u001b[31mINVALID\u001b[0m; \u001b[32mthresholds met\u001b[0m");
        assertThat(VerdictColours.paint("warning  steady: observed"))
                .isEqualTo("\u001b[33mwarning\u001b[0m  steady: observed");
        assertThat(VerdictColours.paint("noop  12  1.00 ms")).isEqualTo("noop  12  1.00 ms");
    }

    @Test
    void colours_are_for_terminals_unless_one_says_otherwise() {
        assertThat(Colour.AUTO.isUsed(true, null, "xterm")).isTrue();
        assertThat(Colour.AUTO.isUsed(true, "", "xterm")).isTrue();
        assertThat(Colour.AUTO.isUsed(true, "1", "xterm")).isFalse();
        assertThat(Colour.AUTO.isUsed(true, null, "dumb")).isFalse();
        assertThat(Colour.AUTO.isUsed(false, null, "xterm")).isFalse();
        assertThat(Colour.ALWAYS.isUsed(false, "1", "dumb")).isTrue();
        assertThat(Colour.NEVER.isUsed(true, null, "xterm")).isFalse();
    }

    @Test
    void a_terminal_that_does_not_know_its_size_has_the_usual_one() {
        assertThat(Terminal.known("0", 80, 20)).isEqualTo(80);
        assertThat(Terminal.known(null, 80, 20)).isEqualTo(80);
        assertThat(Terminal.known("wide", 80, 20)).isEqualTo(80);
        assertThat(Terminal.known("120", 80, 20)).isEqualTo(120);
        assertThat(Terminal.known("3", 80, 20)).isEqualTo(20);
    }
}
