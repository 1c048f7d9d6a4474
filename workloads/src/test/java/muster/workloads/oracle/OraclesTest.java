package muster.workloads.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import muster.workloads.Workload;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import org.junit.jupiter.api.Test;

class OraclesTest {
    private static final String ARMS = """
            target: {kind: noop}
            workload: {kind: graphity, users: 60, algorithm: graphity, mix: {post: 50, feed: 50}}
            phases:
              - {kind: load}
              - {kind: measure, duration: 10s, compare: {workload.algorithm: [st, stou, graphity]}}
              - {kind: verify}
            """;
    private static final String ALONE = """
            target: {kind: noop}
            workload: {kind: graphity, users: 60, mix: {post: 50, feed: 50}}
            phases:
              - {kind: load}
              - {kind: measure, duration: 10s}
              - {kind: verify}
            """;

    /** What is wrong with a database that holds all that was loaded but for one vertex, with the reason of each finding. */
    private static Map<String, String> reasons(String text) {
        Plan plan = PlanReader.parse(text, "test.yaml", List.of());
        Workload workload = Providers.workload(plan.workload().kind())
                .create(plan.workload().settings(), name -> {
                    throw new AssertionError(name);
                });
        List<ExecutedPhase> loads = ExecutedPhase.of(plan, workload).stream()
                .flatMap(phase -> phase.loads().stream())
                .filter(phase -> phase.name().startsWith("load"))
                .toList();
        GraphityModel model = new GraphityModel();
        List<KnownOutcomes> known = new ArrayList<>();
        for (ExecutedPhase load : loads) {
            known.add(new Execution(model, load.operations(workload), new Random(1), 0).run((int) load.planned()));
        }
        Map<String, String> fingerprint = new HashMap<>(model.fingerprint());
        fingerprint.compute("vertices", (name, count) -> Long.toString(Long.parseLong(String.valueOf(count)) - 1));
        Map<String, String> reasons = new HashMap<>();
        Oracles.of(workload, loads, known, 5).graph(fingerprint).stream()
                .filter(finding -> !finding.passed())
                .forEach(finding -> reasons.put(finding.name(), finding.reason()));
        return reasons;
    }

    @Test
    void what_is_missing_in_a_database_with_several_namespaces_names_them() {
        assertThat(reasons(ARMS))
                .containsOnlyKeys("vertices")
                .hasEntrySatisfying(
                        "vertices",
                        reason -> assertThat(reason)
                                .endsWith(
                                        "; this is of namespaces graphity, st, stou together: wrong feeds and absent operations"
                                                + " name the one"));
    }

    @Test
    void what_is_missing_in_a_database_with_one_names_none() {
        assertThat(reasons(ALONE))
                .hasEntrySatisfying("vertices", reason -> assertThat(reason).doesNotContain("namespace"));
    }
}
