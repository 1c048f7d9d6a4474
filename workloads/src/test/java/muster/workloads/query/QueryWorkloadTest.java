package muster.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.workloads.ExpectedOthers;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryWorkloadTest {
    private static final String PLAN = """
            name: mine
            target: {kind: noop}
            workload:
              kind: query
              parameters:
                people: {csv: people.csv, draw: zipf, exponent: 0.9}
                all: {csv: people.csv, draw: shuffle}
                since: {integer: [10, 19]}
              operations:
                friends: {weight: 75, cypher: fof.cypher, with: {id: people.id, name: people.name}}
                recent: {weight: 25, cypher: "RETURN $since", with: {id: all.id, since: since, most: 5}, ordered: true}
            phases: [{kind: measure, duration: 1s}]
            thresholds: ["recent p99 < 20ms", "transaction mean < 1s"]
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writePlan() throws IOException {
        String rows = IntStream.range(0, 50).mapToObj(i -> i + ",n" + i + "\n").collect(Collectors.joining());
        Files.writeString(folder.resolve("people.csv"), "id:long,name\n" + rows);
        Files.writeString(folder.resolve("fof.cypher"), "MATCH (n {id: $id})\nRETURN n\n");
        Files.writeString(folder.resolve("mine.yaml"), PLAN);
    }

    private Plan plan(String... sets) {
        return PlanReader.read(folder.resolve("mine.yaml"), List.of(sets));
    }

    private QueryWorkload workload(Plan plan) {
        return (QueryWorkload) new QueryProvider().create(plan.workload().settings(), folder::resolve);
    }

    private List<QueryOperation> operations(int count) {
        Operations operations = workload(plan()).operations(new PhaseKey(1, 0, "", 0, 1));
        return LongStream.range(0, count)
                .mapToObj(operations::at)
                .map(QueryOperation.class::cast)
                .toList();
    }

    @Test
    void an_outcome_that_the_plan_gives_to_a_status_is_expected_of_that_operation_alone() throws IOException {
        String http = "http: {path: /, statuses: {404: absent, 500: error}}, cypher: fof.cypher";
        Files.writeString(folder.resolve("mine.yaml"), PLAN.replace("cypher: fof.cypher", http));
        ExpectedOthers expected = workload(plan()).expectedOthers(new PhaseKey(1, 0, "", 0, 1));
        assertThat(expected.most("friends", 100)).isEqualTo(100);
        assertThat(expected.most("recent", 100)).isZero();
    }

    @Test
    void operations_have_the_names_of_the_plan_in_its_weights() {
        Map<String, Long> counts = operations(1000).stream()
                .collect(Collectors.groupingBy(operation -> operation.kind().label(), Collectors.counting()));
        assertThat(counts).isEqualTo(Map.of("friends", 750L, "recent", 250L));
    }

    @Test
    void an_isolated_operation_is_executed_alone_whatever_its_weight() {
        for (String weight : List.of("75", "0")) {
            Plan plan = plan("workload.isolate=friends", "workload.operations.friends.weight=" + weight);
            Operations operations = workload(plan).operations(new PhaseKey(1, 0, "", 0, 1));
            assertThat(LongStream.range(0, 100)
                            .mapToObj(index -> operations.at(index).kind().label()))
                    .containsOnly("friends");
        }
        assertThat(workload(plan("workload.isolate=friends")).queries()).hasSize(2);
    }

    @Test
    void two_columns_of_one_parameter_come_from_one_row() {
        for (QueryOperation operation : operations(1000)) {
            Map<String, Object> values = operation.bindings();
            if (operation.query().name().equals("friends")) {
                assertThat(values).containsEntry("name", "n" + values.get("id"));
            } else {
                assertThat((Long) values.get("since")).isBetween(10L, 19L);
                assertThat(values).containsEntry("most", 5L);
            }
        }
    }

    @Test
    void a_shuffled_parameter_takes_every_row_once_a_round() {
        List<Long> ids = operations(400).stream()
                .filter(operation -> operation.query().name().equals("recent"))
                .map(operation -> (Long) operation.bindings().get("id"))
                .toList();
        Set<Long> first = new HashSet<>(ids.subList(0, 50));
        assertThat(first).hasSize(50);
        assertThat(new HashSet<>(ids.subList(50, 100))).isEqualTo(first);
        assertThat(ids.subList(50, 100)).isNotEqualTo(ids.subList(0, 50));
    }

    @Test
    void the_first_row_of_a_zipf_draw_is_the_most_frequent() {
        List<Long> ids = operations(8000).stream()
                .filter(operation -> operation.query().name().equals("friends"))
                .map(operation -> (Long) operation.bindings().get("id"))
                .toList();
        double expected = 1
                / IntStream.rangeClosed(1, 50)
                        .mapToDouble(r -> Math.pow(r, -0.9))
                        .sum();
        double share = (double) ids.stream().filter(id -> id == 0).count() / ids.size();
        assertThat(share).isCloseTo(expected, within(0.03));
    }

    @Test
    void statements_of_files_become_part_of_the_plan() {
        Plan sent = PlanJson.read(PlanJson.write(plan()));
        assertThat(workload(sent)
                        .queries()
                        .getFirst()
                        .text(List.of("cypher"))
                        .orElseThrow()
                        .text())
                .isEqualTo("MATCH (n {id: $id})\nRETURN n");
        assertThat(workload(plan())
                        .queries()
                        .getFirst()
                        .text(List.of("cypher"))
                        .orElseThrow()
                        .place(2))
                .isEqualTo("fof.cypher:2");
        assertThat(plan().text()).contains("MATCH (n {id: $id})");
    }

    @Test
    void the_order_of_operations_survives_being_sent() {
        Plan sent = PlanJson.read(PlanJson.write(plan()));
        Operations before = workload(plan()).operations(new PhaseKey(1, 0, "", 0, 1));
        Operations after = workload(sent).operations(new PhaseKey(1, 0, "", 0, 1));
        for (long i = 0; i < 300; i++) {
            assertThat(after.at(i)).isEqualTo(before.at(i));
            assertThat(after.at(i).digest()).isEqualTo(before.at(i).digest());
        }
    }

    @Test
    void data_files_are_those_of_the_parameters() {
        assertThat(new QueryProvider().dataFiles(plan().workload().settings())).containsExactly("people.csv");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload.operations.noop={cypher: x} | noop is reserved",
                "workload.operations.none={cypher: x} | none is reserved",
                "workload.isolate=frends | one of none, friends, recent; did you mean friends?",
                "workload.operations.service={cypher: x} | service is reserved",
                "workload.operations.p99={cypher: x} | p99 is reserved",
                "workload.operations.acquire={cypher: x} | acquire is reserved",
                "workload.operations.no-name={cypher: x} | a name of up to 50 letters, digits and _",
                "workload.operations.more={weight: 1} | a statement as cypher, gremlin or sql",
                "workload.operations.more={cypher: missing.cypher} | cannot read",
                "workload.operations.recent.weight=1.234 | at most two decimals",
                "workload.operations.recent.wiht=1 | unknown key; did you mean with?",
                "workload.operations.recent.with.id=peple.id | a parameter in place of peple; did you mean people?",
                "workload.operations.recent.with.id=people.nam | a column of people: did you mean name?",
                "workload.operations.recent.with.id=people | a column of people",
                "workload.parameters.since={integer: [5]} | the least and the greatest whole number",
                "workload.parameters.since={integer: [5, 4]} | the least and the greatest whole number",
                "workload.parameters.since={choice: []} | a list of texts",
                "workload.parameters.since={choice: [1], csv: x} | one of csv, integer, choice",
                "workload.parameters.since={integer: [1, 2], exponent: 1} | only draw: zipf has one",
                "workload.parameters.since={integer: [1, 2], draw: zpf} | did you mean zipf?",
                "workload.parameters.all={csv: nosuch.csv} | nosuch.csv",
                "thresholds=[\"friend p99 < 1s\"] | an operation in place of friend; did you mean friends?",
                "measure.stopIf=[\"feed p99 > 1s for 5s\"] | an operation in place of feed",
            })
    void what_is_wrong_is_refused_with_what_would_be_right(String set, String message) {
        assertThatThrownBy(() -> {
                    Plan plan = plan(set.strip());
                    workload(plan);
                    plan.workload().settings().refuseUnread();
                })
                .hasMessageContaining(message.strip());
    }

    @Test
    void rows_are_required_where_the_plan_says_so_and_an_empty_answer_is_not_asked_for_again_then() {
        assertThat(workload(plan("workload.operations.recent.rows=required")).queries())
                .extracting(Query::rowsRequired)
                .containsExactly(false, true);
        Plan both = plan("workload.operations.recent.rows=required", "workload.operations.recent.mustFind=true");
        assertThatThrownBy(() -> workload(both))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("workload.operations.recent.rows")
                .hasMessageContaining("mustFind");
    }

    @Test
    void names_that_results_use_are_reserved() {
        List<OperationKind> kinds = new ArrayList<>(OperationKind.builtIn());
        assertThat(kinds).allMatch(kind -> ReservedNames.contains(kind.label()));
        assertThat(ReservedNames.contains("recentPosts")).isFalse();
    }
}
