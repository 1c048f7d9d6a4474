package muster.targets.falkordb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target.uri=http://127.0.0.1:6379 | target.uri",
                "target.uri=redis://127.0.0.1:6379/0 | target.uri",
                "target.uri=redis:// | target.uri",
                "target.user=somebody | target.password",
                "target.connectTimeout=0s | target.connectTimeout",
            })
    void a_wrong_setting_is_refused_with_its_path(String set, String path) {
        assertThatThrownBy(() -> checked(set)).isInstanceOf(PlanException.class).hasMessageContaining(path);
    }

    @Test
    void every_documented_key_is_read() {
        Plan plan = checked(
                "target.database=graph", "target.user=u", "target.password=${env:PATH}", "target.operationTimeout=2s");
        assertThat(plan.target().settings().unread()).isEmpty();
    }

    @Test
    void parameters_are_literals_that_keep_every_character() {
        assertThat(new Parameters().with("a", 1).with("b", "x\\ \"y\" $z").with("c", new long[] {1, 2}))
                .hasToString("a=1 b=\"x\\\\ \\\"y\\\" $z\" c=[1,2] ");
    }

    private static Plan checked(String... sets) {
        List<String> all = new ArrayList<>(List.of("target.kind=falkordb"));
        all.addAll(Arrays.asList(sets));
        Plan plan = PlanReader.parse("""
                name: test
                target: {kind: falkordb}
                workload: {kind: graphity, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """, "test.yaml", all);
        new FalkorDbProvider().check(plan.target().settings(), plan.workload().settings());
        return plan;
    }
}
