package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.workloads.ExpectedOthers;
import muster.workloads.FollowSpill;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class FollowCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");

    private static List<CheckRow> rows(String target, String depth, FollowSpill spill, long covered) {
        Plan plan = PlanReader.parse(
                "name: p\ntarget: {kind: " + target + "}\nworkload: {kind: graphity, depth: " + depth
                        + "}\nphases:\n  - {kind: measure, duration: 1s}",
                "test",
                List.of());
        ExecutedPhase phase = new ExecutedPhase(
                "measure",
                plan.phases().getFirst(),
                new PhaseKey(1, 3, "", 0, 1),
                -1,
                Long.MAX_VALUE,
                1,
                false,
                spill,
                ExpectedOthers.NONE,
                null);
        return FollowCheck.of(AT, plan, phase, covered);
    }

    @Test
    void a_share_above_five_per_cent_is_a_warning() {
        assertThat(rows("neo4j", "execute", operations -> operations / 1000.0, 51))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.kind()).isEqualTo("warning");
                    assertThat(row.passed()).isFalse();
                    assertThat(row.observed()).isEqualTo("5.1 %");
                    assertThat(row.reason()).contains("take more users");
                });
    }

    @Test
    void a_share_up_to_five_per_cent_is_stored_as_a_fact() {
        assertThat(rows("neo4j", "execute", operations -> operations / 1000.0, 50))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.kind()).isEqualTo("fact");
                    assertThat(row.passed()).isTrue();
                    assertThat(row.observed()).isEqualTo("5.0 %");
                });
    }

    @Test
    void where_no_graph_changes_there_is_no_row() {
        assertThat(rows("noop", "execute", operations -> 1, 50)).isEmpty();
        assertThat(rows("neo4j", "parse", operations -> 1, 50)).isEmpty();
        assertThat(rows("neo4j", "execute", FollowSpill.NONE, 50)).isEmpty();
    }
}
