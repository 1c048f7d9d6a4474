package muster.experiments.turns.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import muster.cli.host.Calibration;
import muster.cli.host.LatencySamples;
import muster.cli.host.TimerProbe;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
    private static final Map<String, String> MACHINE =
            Map.of("host", "h", "cpu", "c", "cores", "2", "kernel", "6.1", "java.version", "21");

    @TempDir
    private Path folder;

    @Test
    void the_same_machine_has_its_figures_later() {
        Path file = saved(7, 180.5);
        assertThat(Calibration.facts(file, MACHINE))
                .isEqualTo(Map.of("calibration.measured_ns", "7", "calibration.operation_cpu_ns", "180.5"));
    }

    @Test
    void the_newest_calibration_replaces_the_one_before() {
        saved(7, 180.5);
        assertThat(Calibration.facts(saved(8, 200), MACHINE)).containsEntry("calibration.operation_cpu_ns", "200.0");
        assertThat(folder.resolve("m")).isDirectoryContaining("glob:**/calibration.properties");
        assertThat(folder.resolve("m").toFile().list()).hasSize(1);
    }

    @Test
    void another_machine_kernel_or_java_has_none() {
        Path file = saved(7, 180.5);
        for (String key : MACHINE.keySet()) {
            Map<String, String> other = new HashMap<>(MACHINE);
            other.put(key, "other");
            assertThat(Calibration.facts(file, other)).as(key).isEmpty();
        }
    }

    @Test
    void a_file_that_is_missing_or_broken_is_no_calibration() throws IOException {
        assertThat(Calibration.facts(folder.resolve("none"), MACHINE)).isEmpty();
        Path broken = Files.writeString(folder.resolve("broken"), "a=\\uzzzz");
        assertThat(Calibration.facts(broken, MACHINE)).isEmpty();
    }

    private Path saved(long measuredNs, double cpuNs) {
        Path file = folder.resolve("m/calibration.properties");
        new Calibration(MACHINE, measuredNs, Map.of("operation_cpu_ns", cpuNs)).save(file);
        return file;
    }

    @Test
    void percentiles_are_exact_and_take_enough_samples() {
        LatencySamples hundreds = LatencySamples.of(
                LongStream.rangeClosed(1, 300).map(i -> 301 - i).toArray());
        assertThat(hundreds.at(50)).hasValue(150);
        assertThat(hundreds.at(99)).hasValue(297);
        assertThat(hundreds.at(99.9)).isEmpty();
        assertThat(hundreds.maxNs()).isEqualTo(300);
        assertThat(hundreds.sumAboveNs(298)).isEqualTo(299 + 300);
        assertThat(LatencySamples.of(LongStream.range(0, 298).toArray()).at(99)).isEmpty();
    }

    @Test
    void clock_and_timer_are_within_reason() {
        Map<String, Double> figures = TimerProbe.measure(0.4);
        assertThat(figures.get("clock_cost_ns")).isBetween(1.0, 100_000.0);
        assertThat(figures.get("clock_resolution_ns")).isBetween(1.0, 1e9);
        assertThat(figures.get("timer_slack_p50_ns")).isPositive();
        assertThat(figures.get("hiccup_share")).isBetween(0.0, 1.0);
    }

    @Test
    void a_figure_that_is_missing_is_a_dash() {
        assertThat(CalibrationText.lines(Map.of("clock_cost_ns", 23.4, "cluster_1ms_service_p99_ns", 56_789.0)))
                .anyMatch(line -> line.startsWith("clock: a read costs 23.4 ns, smallest step -"))
                .anyMatch(line -> line.matches("1ms +cluster +- +56\\.8 us +- +- +- +-"));
    }

    @Test
    void a_wrong_number_of_seconds_is_one_line() {
        Shell.Result result = Cli.run(
                "calibrate", "--seconds", "0", "--store", folder.resolve("x.db").toString());
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("--seconds 0: from 1 to 3600").hasLineCount(1);
        assertThat(folder.resolve("x.db")).doesNotExist();
    }
}
