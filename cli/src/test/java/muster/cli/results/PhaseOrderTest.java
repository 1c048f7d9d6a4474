package muster.cli.results;

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

/** Phases of a run stand everywhere in the order in which the plan has them. */
class PhaseOrderTest {
    private static final List<String> PHASES = List.of("warmed", "cold", "again");

    @TempDir
    private Path folder;

    @Test
    void several_measure_phases_are_listed_as_the_plan_lists_them() throws IOException {
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                target: {kind: noop}
                workload: {kind: noop}
                phases:
                  - {kind: measure, name: warmed, operations: 100, clients: 1}
                  - {kind: measure, name: cold, operations: 100, clients: 1}
                  - {kind: measure, name: again, operations: 100, clients: 1}
                """);
        String store = folder.resolve("s.db").toString();
        Path page = folder.resolve("p.html");
        Shell.Result run = Cli.run("standalone", plan.toString(), "--store", store, "--html", page.toString());
        assertThat(named(run.out(), "(?m)^(\\w+) +noop")).isEqualTo(PHASES);
        Path exported = folder.resolve("s.json");
        Cli.run("export", store, "--format", "json", "--out", exported.toString());
        String json = Files.readString(exported);
        assertThat(named(part(json, "steps"), "\"phase\": ?\"(\\w+)\"")).isEqualTo(PHASES);
        assertThat(named(part(json, "operations"), "\"phase\": ?\"(\\w+)\"")).isEqualTo(PHASES);
        assertThat(named(part(json, "intervals"), "\"phase\": ?\"(\\w+)\"")).isEqualTo(PHASES);
        assertThat(named(Files.readString(page), "<td[^>]*>(warmed|cold|again)</td>"))
                .isEqualTo(PHASES);
    }

    private static String part(String json, String name) {
        String from = json.substring(json.indexOf("\n\"" + name + "\": "));
        return from.substring(0, from.indexOf("]"));
    }

    /** Each once, in the order of its first appearance. */
    private static List<String> named(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }
}
