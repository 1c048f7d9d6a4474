package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import org.junit.jupiter.api.Test;

class SteadinessCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");
    private static final List<Long> STEADY = Collections.nCopies(10, 500L);
    private static final List<Long> RISING =
            LongStream.rangeClosed(1, 10).map(second -> 100 * second).boxed().toList();

    private static CheckRow row(List<Long> okBySecond, boolean required) {
        List<CheckRow> rows = SteadinessCheck.of(
                AT,
                new PhaseFigures(0, 0, List.of(), PhaseBooks.NONE, Map.of(), okBySecond, List.of(), null),
                required);
        assertThat(rows).hasSize(1).allMatch(row -> row.name().equals(CheckRow.STEADY));
        return rows.getFirst();
    }

    private static void is(CheckRow row, String kind, boolean passed, String observed) {
        assertThat(row.kind()).isEqualTo(kind);
        assertThat(row.passed()).isEqualTo(passed);
        assertThat(row.observed()).isEqualTo(observed);
    }

    @Test
    void what_stays_on_one_level_passes() {
        is(row(STEADY, false), "validity", true, "steady");
        is(row(STEADY, true), "validity", true, "steady");
    }

    @Test
    void what_rises_is_a_warning_and_invalid_where_the_plan_asks() {
        String rose = "still warming up: throughput rose by 533 %";
        is(row(RISING, false), "warning", false, rose);
        is(row(RISING, true), "validity", false, rose);
        assertThat(row(RISING, true).reason()).contains("phase measure", "a longer warm-up may help");
    }

    @Test
    void what_is_too_short_to_tell_is_a_fact_and_invalid_where_the_plan_asks() {
        is(row(STEADY.subList(0, 7), false), "fact", true, "too short to tell: 7 s, at least 8");
        is(row(RISING.subList(0, 7), true), "validity", false, "too short to tell: 7 s, at least 8");
        assertThat(row(RISING.subList(0, 7), true).reason()).endsWith("measure for at least 10 s");
    }
}
