package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import org.junit.jupiter.api.Test;

class CheckRowsTest {
    private static final PhaseAt AT = new PhaseAt(1, 2, 3, "read");

    private static CheckRow row(String kind, String name, boolean passed, String reason) {
        return new CheckRow(1, 2, 3, kind, name, "x", "y", passed, "w1", reason);
    }

    @Test
    void a_finding_says_in_which_phase_it_was_made() {
        List<CheckRow> rows = List.of(
                row("finding", "bottleneck", true, "the server: slow"),
                row("threshold", "p99 < 1ms", true, ""),
                row("validity", "hiccups", false, "it stood still"),
                row("validity", "steal", true, ""),
                row("warning", "steady", false, "a trend"),
                row("warning", ColocationCheck.NAME, false, "they share cores"),
                row("fact", "sweep", true, ""));
        assertThat(CheckRows.named(AT, rows))
                .extracting(CheckRow::reason)
                .containsExactly(
                        "in phase read: the server: slow",
                        "in phase read",
                        "in phase read: it stood still",
                        "",
                        "in phase read: a trend",
                        "they share cores",
                        "");
        assertThat(CheckRows.named(AT, rows))
                .extracting(CheckRow::name)
                .containsExactlyElementsOf(rows.stream().map(CheckRow::name).toList());
    }
}
