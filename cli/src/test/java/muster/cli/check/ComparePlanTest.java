package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of the values that take turns in a phase. */
class ComparePlanTest {
    private static final Path PAGE = Shell.CHECKOUT.resolve("docs/load.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\\n(.*?)^```$");

    @TempDir
    private Path folder;

    private Shell.Result check(String plan) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), plan);
        return Cli.run("check", file.toString(), "--offline");
    }

    private Shell.Result compared(String target, String workload, String phases) throws IOException {
        return check("""
                target: %s
                workload: %s
                phases: [{kind: load}, %s]
                """.formatted(target, workload, phases));
    }

    @Test
    void the_example_of_the_page_is_checked_as_the_page_shows() throws IOException {
        String section = Files.readString(PAGE).split("## Values of one key in turns\\n", -1)[1];
        List<String> blocks = BLOCK.matcher(section)
                .results()
                .limit(2)
                .map(block -> block.group(1))
                .toList();
        Shell.Result result = check(blocks.getFirst());
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("step 1: no sweep\n" + blocks.getLast() + "time: ");
    }

    @Test
    void what_arms_of_queries_differ_in_is_shown() throws IOException {
        String query = "{kind: query, operations: {a: {cypher: RETURN 1}, b: {cypher: RETURN 2}}}";
        assertThat(compared("{kind: noop}", query, "{kind: measure, duration: 9s, compare: {workload.isolate: [a, b]}}")
                        .out())
                .contains(
                        "    isolate-a: 9s, 1 client, workload.isolate=a\n",
                        "    isolate-b: 9s, 1 client, workload.isolate=b\n");
        assertThat(compared("{kind: noop}", query, "{kind: measure, duration: 9s, compare: {clients: [2, 3]}}")
                        .out())
                .contains("    clients-2: 9s, 2 clients\n", "    clients-3: 9s, 3 clients\n");
    }

    @Test
    void algorithms_whose_schema_a_database_has_once_are_refused() throws IOException {
        String measure = "{kind: measure, duration: 9s, compare: {workload.algorithm: [%s]}}";
        String postgresql = "{kind: postgresql, uri: 'postgresql://127.0.0.1:1/postgres'}";
        Shell.Result result = compared(postgresql, "{kind: graphity}", measure.formatted("stou, graphity"));
        assertThat(result.err())
                .hasLineCount(1)
                .contains(
                        "phases: target postgresql has one schema for all data, which algorithm graphity makes slower for the"
                                + " others (workload.algorithm: stou, graphity); compare them with sweep: {workload.algorithm: [...]}");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(compared(postgresql, "{kind: graphity}", measure.formatted("stou, st"))
                        .exitCode())
                .isZero();
    }

    @Test
    void a_crash_is_refused_where_arms_have_data_of_their_own() throws IOException {
        Shell.Result result = compared(
                "{kind: neo4j, uri: 'bolt://127.0.0.1:7687'}\nserver: {name: neo4j}",
                "{kind: graphity}",
                "{kind: warmup, duration: 9s, compare: {workload.k: [15, 16]}},"
                        + " {kind: measure, duration: 9s, crash: {at: 1s, how: kill}}");
        assertThat(result.err())
                .hasLineCount(1)
                .contains(
                        "phases: crash: not in a plan whose streams have data of their own, of which only one could be compared;"
                                + " take crash or compare out");
    }
}
