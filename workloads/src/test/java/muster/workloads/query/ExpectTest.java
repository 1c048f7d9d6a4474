package muster.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.workloads.answers.AnswerDigester;
import muster.workloads.answers.AnswerKey;
import muster.workloads.answers.AnswerRows;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectTest {
    private static final String PLAN = """
            name: p
            target: {kind: noop}
            workload:
              kind: query
              parameters:
                people: {csv: people.csv}
                since: {integer: [10, 18, 2]}
                fresh: {id: new}
              operations:
                count: {cypher: "RETURN 1"}
                posts: {cypher: "RETURN $id, $since", with: {id: people.id, name: people.name, since: since, most: 5}}
                change: {cypher: "CREATE ({id: $id})", with: {id: fresh}, write: true}
            phases: [{kind: measure, duration: 1s}]
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writePlan() throws IOException {
        Files.writeString(folder.resolve("people.csv"), "id:long,name\n1,ann\n2,007\n");
        Files.writeString(folder.resolve("p.yaml"), PLAN);
    }

    private QueryWorkload workload(String set) {
        Plan plan = PlanReader.read(folder.resolve("p.yaml"), List.of(set));
        QueryWorkload workload =
                (QueryWorkload) new QueryProvider().create(plan.workload().settings(), folder::resolve);
        plan.workload().settings().refuseUnread();
        return workload;
    }

    private ExpectedAnswers answers(String csv) throws IOException {
        Files.writeString(folder.resolve("posts.csv"), csv);
        return workload("name=p").answers("posts", folder.resolve("posts.csv"));
    }

    private static boolean agrees(ExpectedAnswers answers, Object[] asked, Object[]... rows) {
        AnswerDigester digester = new AnswerDigester();
        digester.begin(false);
        for (Object[] row : rows) {
            digester.row(row);
        }
        int place = answers.find(0, new AnswerKey().of(asked));
        return place >= 0 && answers.agrees(place, digester);
    }

    private static Object[] row(Object... values) {
        return values;
    }

    @Test
    void one_value_is_the_answer_of_a_statement_without_parameters() {
        ExpectedAnswers answers =
                workload("workload.operations.count.expect=20608").expected().get("count");
        assertThat(agrees(answers, row(), row(20608L))).isTrue();
        assertThat(agrees(answers, row(), row(20608.0))).isTrue();
        assertThat(agrees(answers, row(), row("20608"))).isFalse();
        assertThat(agrees(answers, row(), row(20608L), row(20608L))).isFalse();
        assertThat(agrees(answers, row())).isFalse();
    }

    @Test
    void rows_are_compared_without_their_order() {
        ExpectedAnswers answers = workload("workload.operations.count.expect={rows: [[1, a], [2, [x, 2.5]]]}")
                .expected()
                .get("count");
        assertThat(agrees(answers, row(), row(2, List.of("x", 2.5)), row(1, "a")))
                .isTrue();
        assertThat(agrees(answers, row(), row(1, "a"))).isFalse();
    }

    @Test
    void a_table_has_the_parameters_in_any_order_then_the_answer_and_a_short_line_is_an_answer_without_rows()
            throws IOException {
        ExpectedAnswers answers = answers("""
                since,most,id,name:string,title,score
                10,5,1,ann,a,1
                12,5,2,007
                10,5,1,ann,b,2.5
                """);
        assertThat(answers.answers()).hasSize(2);
        assertThat(agrees(answers, row(1L, "ann", 10L, 5L), row("b", 2.5), row("a", 1L)))
                .isTrue();
        assertThat(agrees(answers, row(1L, "ann", 10L, 5L), row("a", 1L))).isFalse();
        assertThat(agrees(answers, row(2L, "007", 12L, 5L))).isTrue();
        assertThat(agrees(answers, row(2L, "007", 14L, 5L))).isFalse();
        assertThat(AnswerRows.texts(answers.answers().getFirst().firstRows()))
                .containsExactly("[\"a\", 1]", "[\"b\", 2.5]");
    }

    @Test
    void a_header_alone_answers_no_question_that_has_parameters() {
        assertThatThrownBy(() -> answers("since,most,id,name:string,title\n"))
                .hasMessageContaining("posts.csv:1: holds no answer; give a line for each question");
    }

    @Test
    void a_header_alone_is_an_answer_without_rows() throws IOException {
        Files.writeString(folder.resolve("none.csv"), "n\n");
        ExpectedAnswers answers = workload("name=p").answers("count", folder.resolve("none.csv"));
        assertThat(agrees(answers, row())).isTrue();
        assertThat(agrees(answers, row(), row(0L))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10,5,1,bob,a     | posts.csv:2: the plan never asks posts with id = 1, name = bob, since = 10, most = 5; take",
                "11,5,1,ann,a     | posts.csv:2: the plan never asks posts with id = 1, name = ann, since = 11",
                "20,5,1,ann,a     | posts.csv:2: the plan never asks posts",
                "10,6,1,ann,a     | posts.csv:2: the plan never asks posts",
                "10,5,2,ann,a     | posts.csv:2: the plan never asks posts",
                "10,5,1,ann       ; 10,5,1,ann,a | posts.csv:3: the answer of line 2 has no rows there and rows here",
                "10,5,1,ann,a     ; 10,5,1,ann | posts.csv:3: the answer of line 2 has no rows there and rows here",
                "10,5,1,ann,a,b   | posts.csv:2: 6 fields, but the header has 5; an answer without rows has the 4 parameters",
                "10,5,1,ann,a     ; x | posts.csv:3: 1 fields, but the header has 5",
            })
    void an_answer_to_a_question_that_is_never_asked_is_refused_with_file_and_line(String lines, String message) {
        String csv = "since,most,id,name:string,title\n" + lines.replaceAll(" *; *", "\n");
        assertThatThrownBy(() -> answers(csv.stripTrailing() + "\n")).hasMessageContaining(message.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "since,id,name,title      | posts.csv:1: its columns are since, id, name, title; expected first the parameters",
                "since,most,id,name       | posts.csv:1: its columns are",
                "since,most,id,name,t:date | posts.csv:1: column t:date: expected a type long, double, boolean, string, decimal",
                "since,most,id,name,t:json;10,5,1,ann,[1 | posts.csv:2: column t: \"[1\" is not JSON",
                "since,most,id,name,t:int;10,5,1,ann,1.5 | posts.csv:2: column t: \"1.5\" is not a whole number",
                "''                       | posts.csv:1: expected a header: first the parameters of posts, id, name, since, most",
            })
    void a_wrong_table_is_refused_with_file_and_line(String lines, String message) {
        assertThatThrownBy(() -> answers(lines.replace(';', '\n'))).hasMessageContaining(message.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count.expect=[1, 2]           | count.expect: [1, 2]: expected one value, {rows: [[1, a], [2, b]]} with a list",
                "count.expect={row: [[1]]}     | count.expect: {\"row\": [[1]]}: expected one value",
                "count.expect={rows: [1]}      | count.expect: {\"rows\": [1]}: expected one value",
                "count.expect={csv: 7}         | count.expect: {\"csv\": 7}: expected one value",
                "count.expect={csv: gone.csv}  | gone.csv: cannot be read",
                "posts.expect=7                | posts.expect: 7: expected {csv: FILE}, since each answer depends on the parameters",
                "change.expect=7               | change.expect: 7: expected nothing here: the answers of an operation that writes",
            })
    void an_expectation_of_the_wrong_kind_is_refused(String set, String message) {
        assertThatThrownBy(() -> workload("workload.operations." + set.strip())).hasMessageContaining(message.strip());
    }

    @Test
    void a_wrong_expectation_is_named_with_file_and_line() throws IOException {
        Files.writeString(
                folder.resolve("p.yaml"),
                PLAN.replace("{cypher: \"RETURN 1\"}", "{cypher: \"RETURN 1\", expect: [7]}"));
        assertThatThrownBy(() -> workload("name=p"))
                .hasMessageContaining("p.yaml:10: workload.operations.count.expect: [7]: expected one value");
    }

    @Test
    void an_operation_that_the_plan_has_not_is_refused_with_the_nearest_name() {
        assertThatThrownBy(() -> workload("name=p").answers("post", folder.resolve("x.csv")))
                .hasMessage("post: the plan has no such operation; did you mean posts?");
    }
}
