package muster.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void what_a_terminal_would_obey_becomes_visible() {
        assertThat(Printable.line("a\u001b[31mred\u0007\u009b1m")).isEqualTo("a\\u001b[31mred\\u0007\\u009b1m");
        assertThat(Printable.line("one\r\ntwo\tthree")).isEqualTo("one two three");
        assertThat(Printable.lines("one\r\ntwo\rthree\u001b")).isEqualTo("one\ntwo\\u000dthree\\u001b");
    }

    @Test
    void what_turns_text_around_or_hides_in_it_becomes_visible() {
        assertThat(Printable.line("exe\u202egnp.\u200b\u2028\ud800")).isEqualTo("exe\\u202egnp.\\u200b\\u2028\\ud800");
        assertThat(Printable.line("Grüße, 世界 🙂 $1 \\")).isEqualTo("Grüße, 世界 🙂 $1 \\");
    }

    @Test
    void lengths_are_bounded() {
        assertThat(Printable.line("x".repeat(10), 10)).isEqualTo("x".repeat(10));
        assertThat(Printable.line("x".repeat(11), 10)).isEqualTo("xxxxxxx...");
        assertThat(Printable.line("\u001b".repeat(1_000_000), 200)).hasSize(200);
        assertThat(Printable.lines("one\ntwo\u001b", 20)).isEqualTo("one\ntwo\\u001b");
        assertThat(Printable.lines("one\ntwo\u001b", 10)).isEqualTo("one\ntwo...");
    }

    @Test
    void what_a_spreadsheet_takes_for_a_formula_is_text_and_numbers_stay_numbers() {
        assertThat(Printable.cell("=HYPERLINK(\"http://x\")")).isEqualTo("'=HYPERLINK(\"http://x\")");
        assertThat(Printable.cell("@SUM(1)")).startsWith("'");
        assertThat(Printable.cell("+cmd|' /C calc'!A0")).startsWith("'");
        assertThat(Printable.cell("\t=1")).startsWith("'");
        assertThat(Printable.cell("-1.5e-3")).isEqualTo("-1.5e-3");
        assertThat(Printable.cell("plain")).isEqualTo("plain");
    }
}
