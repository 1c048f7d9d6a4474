package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRuleTest {
    @TempDir
    private Path root;

    private Path folder;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(root.resolve("plans"));
        Files.writeString(root.resolve("outside"), "x");
        Files.writeString(folder.resolve("inside"), "x");
    }

    @Test
    void a_file_next_to_the_plan_may_be_named() throws IOException {
        assertThatCode(() -> check("${file:inside}")).doesNotThrowAnyException();
        assertThatCode(() -> check("${env:HOME}")).doesNotThrowAnyException();
    }

    @Test
    void a_file_elsewhere_may_not() {
        refused("${file:../outside}");
        refused("${file:" + root.resolve("outside") + "}");
        refused("${file:/etc/passwd}");
    }

    @Test
    void a_link_counts_as_what_it_leads_to() throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), root.resolve("outside"));
        refused("${file:link}");
    }

    @Test
    void a_file_that_is_not_there_counts_by_its_name() {
        refused("${file:../none}");
    }

    @Test
    void a_sweep_cannot_hide_one() throws IOException {
        Path plan = plan("${file:inside}", "sweep: {target.password: [\"${file:inside}\", \"${file:../outside}\"]}");
        assertThatThrownBy(() -> FileRule.of(plan.toString()).check(PlanReader.read(plan, List.of())))
                .hasMessageContaining("--allow-files");
    }

    @Test
    void data_are_files_too() throws IOException {
        Path plan = Files.writeString(folder.resolve("d.yaml"), """
                target: {kind: noop}
                workload: {kind: batch-insert, data: /etc/passwd}
                phases: [{kind: measure, duration: 1s, clients: 1}]
                """);
        assertThatThrownBy(() -> FileRule.of(plan.toString()).check(PlanReader.read(plan, List.of())))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("workload.data: /etc/passwd is outside of");
        assertThatCode(() -> FileRule.anywhere().check(PlanReader.read(plan, List.of())))
                .doesNotThrowAnyException();
    }

    @Test
    void no_plan_may_name_a_key_of_a_cluster_under_any_name() throws IOException {
        Path keys = Files.createDirectories(folder.resolve("keys/workers")).getParent();
        Files.writeString(keys.resolve("cluster.pub"), "curve");
        Files.writeString(keys.resolve("workers/other"), "x");
        Path key = Files.writeString(
                keys.resolve("workers/rack1.key"), "curve\n    secret-key = \"" + "x".repeat(40) + "\"\n");
        Files.createSymbolicLink(folder.resolve("link"), key);
        Files.createLink(folder.resolve("hard"), key);
        Files.writeString(folder.resolve("copy.cypher"), "// mine\n" + Files.readString(key));
        for (String name :
                List.of("keys/workers/rack1.key", "keys/workers/other", "x/../keys/cluster.pub", "link", "hard")) {
            Files.createDirectories(folder.resolve("x"));
            Path plan = plan("${file:" + name + "}", "");
            for (FileRule rule : List.of(FileRule.of(plan.toString()), FileRule.anywhere())) {
                assertThatThrownBy(() -> rule.check(PlanReader.read(plan, List.of())))
                        .as(name)
                        .hasMessageContaining("target.password: ")
                        .hasMessageContaining("which no plan may name");
            }
        }
        for (String line : List.of(
                "workload: {kind: batch-insert, data: hard}",
                "workload: {kind: noop}\ndata: {nodes: {A: link}}",
                "workload: {kind: noop}\nanswers: {reference: hard}",
                "workload: {kind: noop}\nreplay: {file: keys/workers/rack1.key}",
                "workload: {kind: query, operations: {a: {cypher: copy.cypher}}}")) {
            Path plan = Files.writeString(
                    folder.resolve("d.yaml"),
                    "target: {kind: noop}\n" + line + "\nphases: [{kind: measure, duration: 1s, clients: 1}]\n");
            assertThatThrownBy(() -> FileRule.of(plan.toString()).check(PlanReader.read(plan, List.of())))
                    .as(line)
                    .hasMessageContaining("which no plan may name");
        }
    }

    /** Workers read the plan again in another folder. */
    @Test
    void relative_paths_begin_at_the_folder_of_the_plan_wherever_it_is_read_again() throws IOException {
        Path plan = plan("${file:inside}", "sweep: {target.password: [\"${file:inside}\", \"${file:./other}\"]}");
        Plan again = PlanReader.parse(PlanReader.read(plan, List.of()).text(), "again", List.of());
        assertThat(Steps.of(again).stream()
                        .map(step -> step.plan().target().settings().raw().get("password")))
                .containsExactly("${file:" + folder.resolve("inside") + "}", "${file:" + folder.resolve("other") + "}");
        Path absolute = plan("${file:" + folder.resolve("inside") + "}", "");
        assertThat(PlanReader.read(absolute, List.of()).text()).isEqualTo(Files.readString(absolute));
    }

    private void refused(String reference) {
        assertThatThrownBy(() -> check(reference))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("target.password: ")
                .hasMessageContaining("--allow-files");
    }

    private void check(String reference) throws IOException {
        Path plan = plan(reference, "");
        FileRule.of(plan.toString()).check(PlanReader.read(plan, List.of()));
    }

    private Path plan(String password, String more) throws IOException {
        return Files.writeString(folder.resolve("p.yaml"), """
                target: {kind: neo4j, uri: "bolt://127.0.0.1:7687", user: u, password: "%s"}
                workload: {kind: noop}
                phases: [{kind: measure, duration: 1s, clients: 1}]
                %s
                """.formatted(password, more));
    }
}
