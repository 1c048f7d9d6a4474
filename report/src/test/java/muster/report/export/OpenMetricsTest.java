package muster.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.report.export.OpenMetrics.Family;
import muster.report.export.OpenMetrics.Family.Kind;
import muster.report.export.OpenMetrics.Sample;
import org.junit.jupiter.api.Test;

class OpenMetricsTest {
    private static String text(Kind kind, String unit, Sample... samples) {
        String name = unit.isEmpty() ? "muster_x" : "muster_x_" + unit;
        return OpenMetrics.text(List.of(), List.of(new Family(name, kind, unit, "What it is.", List.of(samples))));
    }

    @Test
    void counters_and_gauges_have_their_type_unit_and_help() {
        assertThat(text(Kind.COUNTER, "seconds", new Sample(Map.of(), 2.5))).isEqualTo("""
                        # TYPE muster_x_seconds counter
                        # UNIT muster_x_seconds seconds
                        # HELP muster_x_seconds What it is.
                        muster_x_seconds_total 2.5
                        # EOF
                        """);
        assertThat(text(Kind.GAUGE, "", new Sample(Map.of("state", "idle"), 3))).isEqualTo("""
                        # TYPE muster_x gauge
                        # HELP muster_x What it is.
                        muster_x{state="idle"} 3.0
                        # EOF
                        """);
    }

    @Test
    void labels_are_escaped_and_printable() {
        assertThat(text(Kind.GAUGE, "", new Sample(Map.of("worker", "a\"b\\c\nd\u001b"), 1)))
                .contains("muster_x{worker=\"a\\\"b\\\\c\\nd\\\\u001b\"} 1.0\n");
    }

    @Test
    void of_names_that_are_equal_when_printable_the_first_is_kept() {
        String text = text(
                Kind.GAUGE,
                "",
                new Sample(Map.of("worker", "w\u0007"), 1),
                new Sample(Map.of("worker", "w\\u0007"), 2));
        assertThat(text.lines().filter(line -> line.startsWith("muster_x{")))
                .containsExactly("muster_x{worker=\"w\\\\u0007\"} 1.0");
    }
}
