package muster.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.JourneyStep;
import muster.workloads.operation.JourneyStep.NoRow;
import muster.workloads.operation.JourneyStep.StepValue;
import muster.workloads.operation.JourneyStep.StepValue.OfRow;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.rule.NamedStatements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JourneyWorkloadTest {
    private static final PhaseKey PHASE = new PhaseKey(1, 0, "", 0, 1);
    private static final String JOURNEYS = """
            name: mine
            target: {kind: noop}
            workload:
              kind: journey
              journeys:
                read:
                  weight: 3
                  parameters:
                    user: {integer: [0, 99]}
                    people: {csv: people.csv}
                  steps:
                    friends: {cypher: friends.cypher, ifEmpty: last}
                    posts:
                      cypher: "MATCH (n {id: $id}) RETURN n"
                      parameters: {id: "friends.rows[2].id", name: people.name, most: 5}
                      think: 10ms
                      repeat: 3
                    more:
                      cypher: x
                      parameters: {id: "friends.rows[pass].0", post: "posts.rows[last].n.id"}
                      until: empty
                      atMost: 7
                    last: {cypher: x, write: true, limit: 4}
                write:
                  parameters: {fresh: {id: new}, old: {created: write, otherwise: n}, n: {integer: [1, 9]}}
                  steps: {only: {cypher: x}}
            phases: [{kind: measure, duration: 1s}]
            thresholds: ["read.posts p99 < 20ms", "read mean < 1s"]
            """;
    /** The same draws, asked for as statements. */
    private static final String QUERIES = """
            name: mine
            target: {kind: noop}
            workload:
              kind: query
              parameters:
                user: {integer: [0, 99]}
                people: {csv: people.csv}
                fresh: {id: new}
                n: {integer: [1, 9]}
                old: {created: write, otherwise: n}
              operations:
                read: {weight: 3, cypher: x, with: {user: user, "people.id": people.id, "people.name": people.name}}
                write: {cypher: x, with: {fresh: fresh, old: old, n: n}}
            phases: [{kind: measure, duration: 1s}]
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        String rows = IntStream.range(0, 50).mapToObj(i -> i + ",n" + i + "\n").collect(Collectors.joining());
        Files.writeString(folder.resolve("people.csv"), "id:long,name\n" + rows);
        Files.writeString(folder.resolve("friends.cypher"), "MATCH (n {id: $user})\nRETURN n.id AS id\n");
        Files.writeString(folder.resolve("mine.yaml"), JOURNEYS);
        Files.writeString(folder.resolve("queries.yaml"), QUERIES);
    }

    private Plan plan(String... sets) {
        return PlanReader.read(folder.resolve("mine.yaml"), List.of(sets));
    }

    private JourneyWorkload workload(Plan plan) {
        return (JourneyWorkload) new JourneyProvider().create(plan.workload().settings(), folder::resolve);
    }

    private JourneyOperation first(String name) {
        Operations operations = workload(plan()).operations(PHASE);
        return LongStream.range(0, 100)
                .mapToObj(operations::at)
                .map(JourneyOperation.class::cast)
                .filter(journey -> journey.kind().label().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void an_index_is_the_journey_and_the_values_that_workload_query_draws_for_it() {
        Plan queries = PlanReader.read(folder.resolve("queries.yaml"), List.of());
        Operations asked = new QueryProvider()
                .create(queries.workload().settings(), folder::resolve)
                .operations(PHASE);
        Operations journeys = workload(plan()).operations(PHASE);
        for (long i = 0; i < 500; i++) {
            QueryOperation query = (QueryOperation) asked.at(i);
            JourneyOperation journey = (JourneyOperation) journeys.at(i);
            assertThat(journey.kind().label()).isEqualTo(query.query().name());
            assertThat(journey.bindings()).isEqualTo(query.bindings());
            assertThat(journey.digest()).isEqualTo(query.digest());
        }
    }

    @Test
    void a_step_has_what_is_drawn_for_the_journey_and_what_it_names() {
        List<JourneyStep> steps = first("read").journey().steps();
        JourneyStep posts = steps.get(1);
        assertThat(posts.query().name()).isEqualTo("read.posts");
        assertThat(posts.query().parameters()).containsExactly("user", "id", "name", "most");
        assertThat(posts.values())
                .containsExactly(
                        new StepValue.Drawn(0),
                        new OfRow(0, 2, "id"),
                        new StepValue.Drawn(2),
                        new StepValue.Constant(5L));
        assertThat(posts.thinkNs()).isEqualTo(10_000_000);
        assertThat(steps.get(2).values())
                .containsExactly(
                        new StepValue.Drawn(0), new OfRow(0, OfRow.PASS, "0"), new OfRow(1, OfRow.LAST, "n.id"));
        assertThat(steps).extracting(JourneyStep::most).containsExactly(1, 3, 7, 1);
        assertThat(steps)
                .extracting(JourneyStep::noRow)
                .containsExactly(new NoRow.Jump(3), new NoRow.Unsaid(), new NoRow.Unsaid(), new NoRow.Unsaid());
    }

    @Test
    void a_step_keeps_the_rows_that_later_ones_may_refer_to_and_no_others() {
        List<JourneyStep> steps = first("read").journey().steps();
        assertThat(steps).extracting(JourneyStep::firstRows).containsExactly(7, 0, 0, 0);
        assertThat(steps).extracting(JourneyStep::lastRow).containsExactly(false, true, false, false);
    }

    @Test
    void the_statements_of_a_plan_are_those_of_all_steps() {
        assertThat(workload(plan()).queries())
                .extracting(Query::name)
                .containsExactly("read.friends", "read.posts", "read.more", "read.last", "write.only");
        assertThat(workload(plan()).queries())
                .extracting(Query::write)
                .containsExactly(false, false, false, true, false);
        assertThat(first("read").examples().get(1).bindings())
                .containsEntry("id", null)
                .containsEntry("most", 5L);
    }

    @Test
    void statements_of_files_become_part_of_the_plan_and_steps_keep_their_order() {
        Plan sent = PlanJson.read(PlanJson.write(plan()));
        assertThat(workload(sent)
                        .queries()
                        .getFirst()
                        .text(List.of("cypher"))
                        .orElseThrow()
                        .text())
                .isEqualTo("MATCH (n {id: $user})\nRETURN n.id AS id");
        assertThat(workload(sent).queries())
                .extracting(Query::name)
                .containsExactly("read.friends", "read.posts", "read.more", "read.last", "write.only");
        assertThat(workload(sent).operations(PHASE).at(3))
                .isEqualTo(workload(plan()).operations(PHASE).at(3));
    }

    @Test
    void data_files_are_those_of_the_parameters() {
        assertThat(new JourneyProvider().dataFiles(plan().workload().settings()))
                .containsExactly("people.csv");
    }

    @Test
    void a_plan_has_as_many_journeys_and_steps_as_figures_have_room_for() {
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < 57; i++) {
            steps.add("s" + i + ": {cypher: x}");
        }
        String set = "workload.journeys.write.steps={" + String.join(", ", steps) + "}";
        assertThat(workload(plan(set)).queries()).hasSize(61);
        steps.addAll(List.of("t1: {cypher: x}", "t2: {cypher: x}"));
        Plan many = plan("workload.journeys.write.steps={" + String.join(", ", steps) + "}");
        assertThatThrownBy(() -> workload(many))
                .hasMessageContaining("at most 64 journeys and steps in the plan, together");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read.steps.posts.parameters.id=freinds.rows[0].id | a step before posts in place of freinds; did you mean friends?",
                "read.steps.posts.parameters.id=more.rows[0].id | a step before posts, since more comes later; there are friends",
                "read.steps.posts.parameters.id=posts.rows[0].id | a step before posts, since a step has no rows before it is sent",
                "read.steps.friends.parameters={id: \"posts.rows[0].id\"} | a parameter of the journey, since the first step has none before it",
                "read.steps.posts.parameters.id=friends.rows[x].id | the number of a row from 0 to 9999, last or pass in place of x",
                "read.steps.posts.parameters.id=friends.rows[0] | STEP.rows[N].COLUMN, such as friends.rows[0].id",
                "read.steps.posts.parameters.id=usr | a parameter of the journey in place of usr, or STEP.rows[N].COLUMN; did you mean user?",
                "read.steps.last.parameters={id: \"friends.rows[pass].id\"} | repeat or until as well, since rows[pass]",
                "read.steps.posts.ifEmpty=friends | a later step, since a journey never goes back; there are continue, stop, fail, more, last",
                "read.steps.posts.ifEmpty=posts | a later step, since a journey never goes back",
                "read.steps.posts.ifEmpty=lst | a later step in place of lst; did you mean last?",
                "read.steps.more.ifEmpty=stop | nothing beside until",
                "read.steps.more.repeat=2 | atMost in place of repeat",
                "read.steps.posts.atMost=2 | until: empty as well",
                "read.steps.posts.until=empty | atMost in place of repeat",
                "read.steps.last.until=empty | how often the step is sent at most, such as 10",
                "read.steps.posts.repeat=0 | a whole number from 1 to 1000",
                "read.steps.posts.repeat=1001 | a whole number from 1 to 1000",
                "read.steps.posts.think=2h | a duration from 0s to 1h",
                "read.steps={} | a map of names to statements, in the order in which they are sent",
                "read.steps.stop={cypher: x} | another name: stop is a value of ifEmpty",
                "read.steps.user={cypher: x} | another name: user is a parameter",
                "read.steps.no-name={cypher: x} | a name of up to 50 letters, digits and _",
                "read.steps.empty={weight: 1} | a statement as cypher, gremlin or sql",
                "read.steps.posts.ifEmtpy=stop | unknown key; did you mean ifEmpty?",
                "read.steps.posts.http={path: \"/users/{nobody}\"} | a parameter of key parameters in place of {nobody}",
                "read.maxSteps=5 | python as well, a generator",
                "made={python: shop, steps: {a: {cypher: x}}} | MODULE:FUNCTION, such as shop:browse",
                "made={python: \"shop:browse\", steps: {a: {cypher: x, ifEmpty: stop}}} | nothing beside key python",
                "made={python: \"shop:browse\", steps: {a: {cypher: x, think: 1s}}} | nothing beside key python",
                "made={python: \"shop:browse\", maxSteps: 0, steps: {a: {cypher: x}}} | a whole number from 1 to 100000",
                "made={python: \"shop:browse\", steps: {a: {cypher: x}, b: {cypher: x, parameters: {id: \"a.rows[0].id\"}}}} | given beside key python",
                "read.steps.posts.parameters.id=given | a parameter of the journey in place of given",
                "read.weight=1.234 | at most two decimals",
                "read.wieght=1 | unknown key; did you mean weight?",
                "transaction={steps: {a: {cypher: x}}} | transaction is reserved for thresholds and results",
                "write.parameters.old={created: read, otherwise: n} | a parameter with id: new, since write uses what it creates",
                "write.parameters.old={created: rite, otherwise: n} | did you mean write?",
            })
    void what_is_wrong_is_refused_with_what_would_be_right(String set, String message) {
        assertThatThrownBy(() -> {
                    Plan plan = plan("workload.journeys." + set.strip(), "thresholds=[]");
                    workload(plan);
                    plan.workload().settings().refuseUnread();
                })
                .hasMessageContaining(message.strip())
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload.depth=parse | execute: at another depth no step has rows",
                "workload={kind: journey, journeys: {}} | a map of names to journeys",
                "thresholds=[\"read.post p99 < 1s\"] | an operation in place of read.post; did you mean read.posts?",
            })
    void so_is_what_stands_around_the_journeys(String set, String message) {
        String[] sets =
                set.contains("thresholds") ? new String[] {set.strip()} : new String[] {set.strip(), "thresholds=[]"};
        assertThatThrownBy(() -> workload(plan(sets))).hasMessageContaining(message.strip());
    }

    @Test
    void a_generator_gives_what_the_steps_of_its_journey_name() {
        Plan plan = plan(
                "workload.journeys.made={python: \"shop:browse\", maxSteps: 50, parameters: {user: {integer: [0, 9]}},"
                        + " steps: {a: {cypher: x, parameters: {id: given, two: 2}}}}");
        assertThat(workload(plan).queries().getLast().parameters()).containsExactly("user", "id", "two");
        Map<String, Object> workload = plan.workload().settings().raw();
        assertThat(NamedStatements.areGenerated(workload)).isTrue();
        assertThat(NamedStatements.most(workload)).containsEntry("made.a", 50L);
    }

    @Test
    void names_of_figures_are_those_of_journeys_and_of_their_steps() {
        Map<String, Object> workload = plan().workload().settings().raw();
        assertThat(NamedStatements.names(workload))
                .containsExactly("read", "write", "read.friends", "read.posts", "read.more", "read.last", "write.only");
        assertThat(NamedStatements.onlyRead(workload)).isFalse();
        assertThat(NamedStatements.most(workload).values()).containsExactly(1L, 3L, 7L, 1L, 1L);
        assertThat(NamedStatements.areGenerated(workload)).isFalse();
    }
}
