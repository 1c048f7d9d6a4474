package muster.experiments.turns.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.cli.run.DatabasePermissions;
import muster.experiments.turns.ArmCosts;
import muster.experiments.turns.ArmLatency;
import muster.experiments.turns.ArmSpec;
import muster.experiments.turns.ArmSpec.Clients;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.Restart;
import muster.experiments.turns.RestartLoop;
import muster.experiments.turns.TurnRow;
import muster.model.OutcomeCounts;
import muster.text.Json;
import org.junit.jupiter.api.Test;

/** What people and programs are shown. */
class OverheadTextTest {
    private static final OutcomeCounts COUNTS = new OutcomeCounts(57, 12, 414, 0, 2, 10);
    private static final ArmCosts STANDALONE = new ArmCosts(10e6, 8, 2, 50, 4, 1, 1, 2, 0);
    private static final ArmCosts CLUSTER = new ArmCosts(8e6, 8, 2, 56, 12, 4, 8, 3, 20);

    private static Overhead.Request request(int... leases) {
        return new Overhead.Request(
                "noop",
                List.of(),
                false,
                IntStream.of(leases)
                        .mapToObj(lease -> Clients.cluster(2, lease))
                        .toList(),
                new DatabasePermissions(),
                "noop",
                Path.of("results/noop.db"),
                0.01,
                Duration.ofMinutes(3),
                42);
    }

    private static List<InterleavedComparison> comparisons(Overhead.Request request) {
        List<String> arms = request.arms().stream().map(ArmSpec::name).toList();
        List<Restart> restarts = Stream.of(10_000, 10_010)
                .map(base -> new Restart(
                        IntStream.range(0, arms.size())
                                .mapToObj(i -> new TurnRow(
                                        i + 1,
                                        1,
                                        arms.get(i),
                                        i,
                                        0,
                                        1_000_000,
                                        i == 0 ? base : base * 8 / 10,
                                        1_000_000,
                                        0,
                                        -1))
                                .toList(),
                        arms.stream().collect(Collectors.toMap(arm -> arm, arm -> ArmLatency.of(COUNTS))),
                        arms.stream()
                                .collect(Collectors.toMap(
                                        arm -> arm, arm -> arm.equals("standalone") ? STANDALONE : CLUSTER))))
                .toList();
        return RestartLoop.comparisons(request.arms(), restarts);
    }

    private static List<OverheadVerdict> verdicts(Overhead.Request request) {
        return comparisons(request).stream()
                .map(comparison -> OverheadVerdict.of(comparison, 0.01, null))
                .toList();
    }

    private static String text(Overhead.Request request) {
        return OverheadText.of(request, comparisons(request), verdicts(request).getLast(), 5_000_000_000L)
                .text();
    }

    private static String json(Overhead.Request request) {
        return Json.write(OverheadText.map(request, comparisons(request), verdicts(request), 5_000_000_000L));
    }

    @Test
    void the_outcomes_of_each_side_add_up_and_those_that_there_are_not_have_no_row() {
        assertThat(text(request(0)))
                .containsPattern("\nok +114 +114\nerrors +24 +24\nabsent +828 +828\n")
                .doesNotContain("duplicate");
        assertThat(json(request(0)))
                .contains("\"outcomes\": {\"standalone\": {\"operations\": 966, \"ok\": 114, \"errors\": 24,"
                        + " \"others\": 828, \"absent\": 828, \"duplicate\": 0, \"unknown\": 4, \"aborted\": 20}");
    }

    @Test
    void the_curve_is_shown_with_standalone_and_the_seeds_two_figures() {
        String text = text(request(1, 100, 0));
        assertThat(text).contains("162.6 requests/s", "297.1");
        assertThat(text.lines().map(line -> line.strip().split(" ", -1)[0])).contains("standalone", "1", "100", "auto");
        assertThat(text).contains("lease auto, 2 workers, seed 42");
        assertThat(text(request(0))).doesNotContain("162.6");
    }

    @Test
    void json_has_the_contracts_figures_and_null_for_what_is_not_known() {
        assertThat(json(request(0)))
                .contains("\"workers\": 2", "\"seed\": 42", "\"lease\": \"auto\"", "\"store\": \"results/noop.db\"")
                .containsPattern("\"throughput\": \\{\"ratio\": 0\\.[0-9]+, \"low\": 0\\.[0-9]+, \"high\": 0\\.[0-9]+")
                .containsPattern("\"cpu_per_operation\": \\{\"ratio\": 1\\.2")
                .contains("\"p999\": {\"ratio\": null, \"low\": null, \"high\": null")
                .contains("\"breakdown\": {\"lease_wait\": {\"ns\": 2.0", "\"verdict\": \"")
                .doesNotContain("\"curve\"", "NaN");
    }

    @Test
    void json_of_a_curve_lists_every_size_and_stands_for_the_last() {
        assertThat(json(request(1, 0))).contains("\"lease\": \"auto\"", "\"curve\": [{\"lease\": \"1\"");
    }

    @Test
    void where_the_difference_comes_from_is_one_line() {
        assertThat(text(request(0)))
                .contains(
                        "difference of a slot's time for an operation, in ns: lease wait +2.0, snapshots +3.0, coordinator"
                                + " +16.0, commit +1.0, service +6.0, unexplained +22.0, difference +50.0");
    }
}
