package muster.targets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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
                "target.uri=http://127.0.0.1:5432 | target.uri",
                "target.uri=postgresql:// | target.uri",
                "target.isolation=dirty | target.isolation",
                "target.connectTimeout=0s | target.connectTimeout",
            })
    void a_wrong_setting_is_refused_with_its_path(String set, String path) {
        assertThatThrownBy(() -> checked(set)).isInstanceOf(PlanException.class).hasMessageContaining(path);
    }

    @Test
    void every_documented_key_is_read() {
        Plan plan = checked(
                "target.database=graph",
                "target.user=u",
                "target.isolation=serializable",
                "target.password=${env:PATH}",
                "target.operationTimeout=2s");
        assertThat(plan.target().settings().unread()).isEmpty();
    }

    @Test
    void a_row_of_a_batch_keeps_every_character() {
        assertThat(LoadRequests.rows(2, i -> Stream.of("a\tb\\", "c\nd" + i)))
                .isEqualTo("a\\tb\\\\\tc\\nd0\na\\tb\\\\\tc\\nd1\n");
    }

    private static Plan checked(String... sets) {
        List<String> all = new ArrayList<>(List.of("target.kind=postgresql"));
        all.addAll(Arrays.asList(sets));
        Plan plan = PlanReader.parse("""
                name: test
                target: {kind: postgresql}
                workload: {kind: graphity, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """, "test.yaml", all);
        new PostgresqlProvider().check(plan.target().settings(), plan.workload().settings());
        return plan;
    }
}
