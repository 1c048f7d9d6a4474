package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import muster.workloads.plan.ReadyPlans;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Yaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Here, because only the command line has every target on its class path. */
class TargetKeysTest {
    static List<String> kinds() {
        return Providers.targets();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_key_that_a_target_reads_stands_in_the_schema_of_plans(String kind) {
        String uri = kind.equals("http") ? ", uri: \"http://127.0.0.1/\"" : "";
        Plan plan = PlanReader.parse("""
                name: test
                target: {kind: %s%s}
                workload: {kind: graphity, seed: 1}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(kind, uri), "test.yaml", List.of());
        TreeSettings settings = (TreeSettings) plan.target().settings();
        Providers.target(kind).check(settings, plan.workload().settings());
        assertThat(keys(kind)).containsAll(settings.known());
    }

    private static Set<String> keys(String kind) {
        Map<?, ?> schema = Yaml.document(ReadyPlans.schema(), "plan.schema.json").plain();
        Map<?, ?> target = map(map(schema.get("$defs")).get("target"));
        Set<String> keys = names(target);
        for (Object branch : (List<?>) target.get("allOf")) {
            if (branch.toString().contains("const=" + kind + "}")) {
                keys.addAll(names(map(map(branch).get("then"))));
            }
        }
        return keys;
    }

    private static Set<String> names(Map<?, ?> schema) {
        Set<String> names = new HashSet<>();
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.keySet().forEach(name -> names.add(String.valueOf(name)));
        }
        return names;
    }

    private static Map<?, ?> map(Object value) {
        return (Map<?, ?>) value;
    }
}
