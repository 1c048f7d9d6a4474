package muster.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids of what operations create, and the operations that use them. */
class NewIdsTest {
    private static final int HORIZON = 200;
    private static final int OPERATIONS = 20_000;
    private static final int PHASE = 5;
    private static final long FIRST = 1L << 52;

    private static final String PARAMETERS =
            "new: {id: new}, old: {integer: [0, 100, 10]}, post: {created: addPost, otherwise: old}";
    private static final String ADD_POST = "addPost: {weight: 30, cypher: c, write: true, with: {id: new, to: old}}";

    private static Plan plan(String parameters, String operations) {
        String text = "{name: t, target: {kind: noop}, workload: {kind: query, horizon: " + HORIZON + ", parameters: {"
                + parameters + "}, operations: {" + operations + "}}, phases: [{kind: measure, operations: 1}]}";
        return PlanReader.parse(text, "t.yaml", List.of());
    }

    private static Workload workload(Plan plan) {
        return new QueryProvider().create(plan.workload().settings(), Path::of);
    }

    private static Operations operations(int ordinal) {
        Plan plan = plan(PARAMETERS, ADD_POST + ", like: {weight: 70, cypher: c, write: true, with: {post: post}}");
        return workload(plan).operations(new PhaseKey(42, ordinal, "", 0, 1));
    }

    @Test
    void an_operation_uses_what_one_at_least_the_horizon_earlier_creates_or_what_is_loaded() {
        Operations operations = operations(PHASE);
        Set<Long> posts = new HashSet<>();
        Set<Long> used = new HashSet<>();
        for (long index = 0; index < OPERATIONS; index++) {
            QueryOperation operation = (QueryOperation) operations.at(index);
            long id = (long) operation.values()[0];
            if (operation.query().name().equals("addPost")) {
                assertThat(id).isEqualTo(FIRST | EntityId.of(PHASE, index));
                assertThat((long) operation.values()[1] % 10).isZero();
                posts.add(id);
            } else if (id >= FIRST) {
                assertThat(posts).as("created before").contains(id);
                assertThat(EntityId.index(id)).isLessThanOrEqualTo(index - HORIZON);
                used.add(id);
            } else {
                assertThat(id).isBetween(0L, 100L);
                assertThat(index).as("nothing was created yet").isLessThan(HORIZON + 10);
            }
        }
        assertThat(posts).hasSize(OPERATIONS * 30 / 100);
        assertThat(used).hasSizeGreaterThan(4_000);
    }

    @Test
    void phases_create_different_ids() {
        Set<Long> ids = new HashSet<>();
        for (int phase : List.of(PHASE, PHASE + 1)) {
            for (long index = 0; index < 1000; index++) {
                QueryOperation operation = (QueryOperation) operations(phase).at(index);
                if (operation.query().name().equals("addPost")) {
                    assertThat(ids.add((long) operation.values()[0])).isTrue();
                }
            }
        }
        assertThat(ids).allMatch(id -> id < 1L << 53);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "created: addPosts, otherwise: old | post is of addPosts; did you mean addPost?",
                "created: addPost, otherwise: new | names a parameter of csv, integer or choice in place of new",
                "created: like, otherwise: old | a parameter with id: new in key with, since like uses what it creates",
                "created: addPost | otherwise: missing",
                "id: old | expected one of new",
                "id: new, draw: zipf | expected nothing here: an id is not drawn from a list",
                "'integer: [0, 1, 0]' | and a step if it is not 1"
            })
    void what_makes_no_sense_is_refused_with_what_would(String post, String message) {
        String parameters = "new: {id: new}, old: {integer: [0, 1]}, post: {%s}".formatted(post);
        Plan plan = plan(parameters, ADD_POST + ", like: {cypher: c, with: {post: post}}");
        assertThatThrownBy(() -> workload(plan))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("t.yaml:1: workload.")
                .hasMessageContaining(message);
    }
}
