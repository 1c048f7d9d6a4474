package muster.workloads.plan.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Steps;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.section.TraceSettings.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceSettingsTest {
    private static final String PLAN = """
            target: {kind: noop}
            workload: {kind: noop}
            phases: [{kind: measure, duration: 1s}]
            """;

    private static TraceSettings trace(String... keys) {
        return PlanReader.parse(PLAN, "p.yaml", List.of(keys)).trace();
    }

    @Test
    void stages_are_recorded_unless_a_plan_says_otherwise() {
        assertThat(trace()).isEqualTo(TraceSettings.DEFAULT).isEqualTo(new TraceSettings(Level.STAGES, 100));
        assertThat(trace("trace=off")).isEqualTo(new TraceSettings(Level.OFF, 100));
        assertThat(trace("trace=samples")).isEqualTo(new TraceSettings(Level.SAMPLES, 100));
    }

    @Test
    void a_share_of_operations_means_the_level_of_samples_where_no_other_is_named() {
        assertThat(trace("samples=1/20")).isEqualTo(new TraceSettings(Level.SAMPLES, 20));
        assertThat(trace("samples=1/20", "trace=stages")).isEqualTo(new TraceSettings(Level.STAGES, 20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "1/0", "100", "1/-3", "2/100", "1/1000000000"})
    void another_share_is_refused_with_what_would_be_right(String share) {
        assertThatThrownBy(() -> trace("samples=" + share))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("samples: ")
                .hasMessageContaining("1/N, such as 1/100");
    }

    @Test
    void levels_can_be_swept_and_each_step_says_its_own_in_json() {
        var plan =
                PlanReader.parse(PLAN + "samples: 1/7\nsweep: {trace: [off, stages, samples]}\n", "p.yaml", List.of());
        assertThat(Steps.of(plan).stream()
                        .map(step -> PlanJson.read(PlanJson.write(step.plan())).trace()))
                .containsExactly(
                        new TraceSettings(Level.OFF, 7),
                        new TraceSettings(Level.STAGES, 7),
                        new TraceSettings(Level.SAMPLES, 7));
    }
}
