package muster.cli.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.model.OutcomeCounts;
import muster.store.analysis.overhead.OverheadComparison;
import muster.store.analysis.overhead.RunFigures;
import muster.text.Json;
import org.junit.jupiter.api.Test;

/** What people and programs are shown. */
class OverheadTextTest {
    static Overhead.Request request(Integer... leases) {
        return new Overhead.Request(
                "noop", "noop", List.of(), Path.of("results/noop.db"), 2, 1, List.of(leases), null, 42, "", false);
    }

    private static final OutcomeCounts COUNTS = new OutcomeCounts(57, 12, 414, 0, 2, 10);

    private static List<OverheadComparison> comparisons(Overhead.Request request) {
        return request.leases().stream().map(lease -> comparison(lease, false)).toList();
    }

    private static OverheadComparison comparison(int lease, boolean openModel) {
        RunFigures standalone = run(10e6, 50, 4, openModel, Map.of("standalone", 200.0));
        RunFigures cluster = run(8e6, 56, 12, openModel, Map.of("coordinator", 20.0, "local-1", 230.0));
        return OverheadComparison.of(lease, List.of(standalone, standalone), List.of(cluster, cluster), null);
    }

    private static RunFigures run(
            double perS, double serviceNs, double leaseNs, boolean openModel, Map<String, Double> cpuNs) {
        return new RunFigures(
                1, COUNTS, perS, 100, 200, Double.NaN, 8, openModel, 2, serviceNs, leaseNs, 1, 1, 2, 9, cpuNs);
    }

    @Test
    void the_outcomes_of_each_side_add_up_and_those_that_there_are_not_have_no_row() {
        Overhead.Request request = request(0);
        assertThat(OverheadText.of(request, comparisons(request), List.of()))
                .containsPattern("\nok +114 +114\nerrors +24 +24\nabsent +828 +828\n")
                .doesNotContain("duplicate");
        assertThat(Json.write(OverheadJson.map(request, comparisons(request), List.of())))
                .contains("\"outcomes\": {\"standalone\": {\"operations\": 966, \"ok\": 114, \"errors\": 24,"
                        + " \"others\": 828, \"absent\": 828, \"duplicate\": 0, \"unknown\": 4, \"aborted\": 20}");
    }

    @Test
    void the_open_model_has_no_breakdown() {
        assertThat(OverheadText.of(request(0), List.of(comparison(0, true)), List.of()))
                .contains("no breakdown: arrivals come at a set rate");
    }

    @Test
    void no_line_is_wider_than_120_columns() {
        Overhead.Request request = request(1, 0);
        String text = OverheadText.of(request, comparisons(request), List.of());
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(text).contains("throughput             10.0 M/s     8.00 M/s    0.800");
    }

    @Test
    void the_curve_is_shown_with_standalone_and_the_seeds_two_figures() {
        Overhead.Request request = request(1, 100, 0);
        String text = OverheadText.of(request, comparisons(request), List.of());
        assertThat(text).contains("162.6 requests/s", "297.1");
        assertThat(text.lines().map(line -> line.strip().split(" ", -1)[0])).contains("standalone", "1", "100", "auto");
    }

    @Test
    void json_has_the_contracts_figures_and_null_for_what_is_not_known() {
        Overhead.Request request = request(0);
        String json = Json.write(OverheadJson.map(request, comparisons(request), List.of("run 3 was found INVALID")));
        assertThat(json)
                .contains("\"pairs\": 2", "\"seed\": 42", "\"lease\": \"auto\"", "\"store\": \"results/noop.db\"")
                .containsPattern("\"throughput\": \\{\"ratio\": 0\\.[0-9]+, \"low\": 0\\.[0-9]+, \"high\": 0\\.[0-9]+")
                .containsPattern("\"cpu_per_operation\": \\{\"ratio\": 1\\.2")
                .containsPattern("\"p50\": \\{\"ratio\": 1\\.0")
                .contains("\"p999\": {\"ratio\": null, \"low\": null, \"high\": null")
                .contains("\"breakdown\": {\"lease_wait\": {\"ns\": 2.0", "\"verdict\": \"", "INVALID")
                .doesNotContain("\"curve\"", "NaN");
    }

    @Test
    void json_of_a_curve_lists_every_size_and_stands_for_the_last() {
        Overhead.Request request = request(1, 0);
        String json = Json.write(OverheadJson.map(request, comparisons(request), List.of()));
        assertThat(json).contains("\"lease\": \"auto\"", "\"curve\": [{\"lease\": \"1\"");
    }

    @Test
    void a_run_that_failed_is_quoted_in_one_line() {
        assertThat(OverheadChild.message("", "muster: cannot connect\n")).isEqualTo("cannot connect");
        assertThat(OverheadChild.message("{\"run\": 1, \"reason\": \"b \\\"c\\\"\", \"summary\": \"a\\nd\"}", ""))
                .isEqualTo("b \"c\"");
        assertThat(OverheadChild.message("", "")).isEqualTo("no further message");
    }
}
