package muster.experiments.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.RecordedAnswer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expected answers go into a reference, are shown, and come out again. */
class AnswersCommandTest {
    private static final String PLAN = """
            name: p
            target: {kind: neo4j, uri: "bolt://127.0.0.1:1"}
            workload:
              kind: query
              parameters: {id: {integer: [0, 9]}, name: {choice: [ann, "b, \\"c\\"", ""]}}
              operations:
                count: {cypher: "RETURN 1", expect: 20608}
                posts: {cypher: "RETURN $id, $name", with: {id: id, name: name}}
            phases: [{kind: measure, duration: 1s, clients: 1}]
            """;
    private static final String TABLE = """
            name:string,id,count,share,flag,text,exact:decimal,any:json
            ann,0,7,1.5,true,"two ""words"", and more",12345678901234567890.5,"[1, ""a"", null, {""k"": 2.5}]"
            ann,0,,0.5,,"",0.10,null
            "b, ""c""\",1
            "",9,-1,.25,true,7,1,3.0
            """;

    @TempDir
    private Path folder;

    private String plan;

    @BeforeEach
    void write() throws IOException {
        plan = Files.writeString(folder.resolve("p.yaml"), PLAN).toString();
    }

    private String csv(String text) throws IOException {
        return Files.writeString(folder.resolve("posts.csv"), text).toString();
    }

    private Shell.Result run(String... arguments) {
        Shell.Result result = Cli.run(arguments);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        return result;
    }

    private static List<String> described(Path reference) {
        List<String> answers = new ArrayList<>();
        AnswerReference.read(reference).forEach(answer -> answers.add(described(answer)));
        return answers.stream().sorted().toList();
    }

    private static String described(RecordedAnswer answer) {
        return answer.operation() + " " + answer.key() + " " + answer.digest();
    }

    @Test
    void what_export_writes_import_reads_again() throws IOException {
        run("answers", "import", csv(TABLE), "--operation", "posts", plan);
        Path first = folder.resolve("p.answers");
        assertThat(described(first)).hasSize(3);
        Path exported = folder.resolve("exported.csv");
        run("answers", "export", first.toString(), "posts", "--out", exported.toString());
        Path second = folder.resolve("second.answers");
        run("answers", "import", exported.toString(), "--operation", "posts", plan, "--into", second.toString());
        assertThat(described(second)).isEqualTo(described(first));
    }

    @Test
    void a_single_column_that_holds_null_and_lines_of_text_comes_back_too() throws IOException {
        String table = "value:json\nnull\n\"\"\"a\\nb\"\"\"\n1\n";
        run("answers", "import", csv(table), "--operation", "count", plan);
        Path first = folder.resolve("p.answers");
        assertThat(run("answers", "show", first.toString(), "count").out()).contains("[null]", "[\"a\\nb\"]", "[1]");
        String exported = run("answers", "export", first.toString(), "count").out();
        Path second = folder.resolve("second.answers");
        run("answers", "import", csv(exported), "--operation", "count", plan, "-o", second.toString());
        assertThat(described(second)).isEqualTo(described(first));
    }

    @Test
    void show_has_the_answer_of_each_statement_without_parameters_and_those_of_one_operation() throws IOException {
        run("answers", "import", csv(TABLE), "--operation", "posts", plan);
        assertThat(run("answers", "show", plan).out())
                .contains(
                        "count: 1 answers, 1 rows, 0 without a row; expected by the plan",
                        "[20608]",
                        "posts: 3 answers, 3 rows, 1 without a row; imported from posts.csv");
        assertThat(run("answers", "show", plan, "posts", "--limit", "1").out())
                .contains("[0, \"ann\"]: 2 rows", "[7, 1.5, true, \"two \\\"words\\\", and more\"")
                .doesNotContain("[9, \"\"]");
        assertThat(run("answers", "show", plan, "posts", "--json").out())
                .contains(
                        "\"operation\": \"posts\"",
                        "\"empty\": 1",
                        "\"parameters\": \"[1, \\\"b, \\\\\\\"c\\\\\\\"\\\"]\"");
    }

    @Test
    void what_the_plan_cannot_ask_is_refused_and_nothing_is_written() throws IOException {
        Shell.Result never = Cli.run("answers", "import", csv("id,name,n\n10,ann,1\n"), "--operation", "posts", plan);
        assertThat(never.exitCode()).isEqualTo(104);
        assertThat(never.err())
                .contains("posts.csv:2: the plan never asks posts with id = 10, name = ann; take the line out");
        Shell.Result unknown = Cli.run("answers", "import", csv("n\n1\n"), "--operation", "cuont", plan);
        assertThat(unknown.exitCode()).isEqualTo(104);
        assertThat(unknown.err()).contains("cuont: the plan has no such operation; did you mean count?");
        assertThat(folder.resolve("p.answers")).doesNotExist();
    }

    @Test
    void a_target_that_there_is_not_is_refused_before_anything_is_asked() {
        Shell.Result result = Cli.run("answers", "record", plan, "--on", "neo5j=bolt://127.0.0.1:1");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err())
                .contains("--on neo5j=bolt://127.0.0.1:1: no target is called neo5j; name KIND=URI with one of");
    }
}
