package muster.experiments.turns.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of which one takes ten times as long take turns in a real run. */
class PhaseTurnsIT {
    private static final String PLAN = """
            name: which
            target: {kind: noop}
            workload: {kind: noop, delay: 2ms}
            phases:
              - kind: measure
                duration: 3s
                turns: 100ms
                streams:
                  slow: {clients: 2, workload: {kind: noop, delay: 20ms}}
                  quick: {clients: 2}
            """;

    @TempDir
    private Path folder;

    @Test
    void a_run_ends_with_the_arm_that_is_faster_and_its_figures_are_those_of_the_store() throws IOException {
        Path store = folder.resolve("s.db");
        Shell.Result result = Cli.run(
                "standalone",
                Files.writeString(folder.resolve("p.yaml"), PLAN).toString(),
                "--store",
                store.toString(),
                // All notes, also of a run that a busy machine makes invalid.
                "--verbose");
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        List<String> lines = result.out().strip().lines().toList();
        assertThat(lines.getFirst()).startsWith("run 1 ").contains(" ok, ");
        assertThat(lines.getLast()).isEqualTo("report: ./muster report " + store + ":1");
        assertThat(lines).anyMatch(line -> line.startsWith("figures of 15 blocks of turns, "));
        if (result.exitCode() == 0) {
            assertThat(lines.get(1)).startsWith("fastest: quick completes ").endsWith(" as much as slow");
        } else {
            assertThat(lines).anyMatch(line -> line.startsWith("INVALID: no arm is named the fastest: "));
        }
        assertThat(new Stored(store, 1)
                        .rows("select s.stream, count(*), sum(t.ok) = round(s.throughput_per_s * m.measured_ns / 1e9)"
                                + " from turn_summary t join stream_summary s on s.stream = t.arm"
                                + " join turn_time m on m.stream = t.arm group by t.arm order by t.arm"))
                .hasToString("[[quick, 15, 1], [slow, 15, 1]]");
    }

    /** Its clients rest for half of the time: neither do they stand still, nor is that the time of its throughput. */
    @Test
    void a_run_that_shares_turns_with_another_is_judged_by_the_time_of_its_own() throws IOException {
        Path store = folder.resolve("s.db");
        String plan = """
                name: one
                target: {kind: noop}
                workload: {kind: noop, delay: 2ms}
                phases: [{kind: measure, duration: 4s, clients: 2, turns: {length: 200ms, of: [one, other], as: one}}]
                """;
        Shell.Result result = Cli.run(
                "standalone",
                Files.writeString(folder.resolve("p.yaml"), plan).toString(),
                "--store",
                store.toString(),
                "--quiet");
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        assertThat(result.out()).doesNotContain("fastest", "arm ");
        Stored stored = new Stored(store, 1);
        // Each client may complete one operation after the end.
        assertThat(stored.rows("select measured_ns, (select round(operations - throughput_per_s * 2) between 0 and 2"
                        + " from run_summary) from turn_time"))
                .containsExactly(List.of(2_000_000_000L, 1L));
        // 0.5 if the time of the other run were its own.
        assertThat(stored.rows("select cast(observed as real) > 0.7 from check_summary where name = 'Little''s law'"))
                .containsExactly(List.of(1L));
    }
}
