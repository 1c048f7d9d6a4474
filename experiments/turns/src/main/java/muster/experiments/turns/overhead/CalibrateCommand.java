package muster.experiments.turns.overhead;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.host.Calibration;
import muster.cli.host.TimerProbe;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.store.file.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what Muster itself adds to a latency on this machine. */
@Command(
        name = "calibrate",
        description = "Measure the latency that Muster itself adds on this machine.",
        footerHeading = "%n",
        footer = {
            "A target with a known delay (0, 100 us, 1 ms) is measured by the bare timer, standalone, and through a",
            "cluster of one worker. Later runs on this machine keep the figures: experiments/turns/README.md.",
            "",
            "Examples:",
            "  ./muster calibrate",
            "  ./muster calibrate --seconds 20 --json",
            "  ./muster sql results/calibration.db \"select name, value from calibration\""
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class CalibrateCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 3_600;

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--store",
            paramLabel = "FILE",
            defaultValue = "results/calibration.db",
            description = "Store file; default ${DEFAULT-VALUE}. Appended to.")
    private Path file;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "Duration of each of the nine measurements; default ${DEFAULT-VALUE};" + " p99.9 of 1 ms needs 4.")
    private int seconds;

    @Override
    public Integer call() throws InterruptedException {
        if (seconds < 1 || seconds > MAX_SECONDS) {
            throw Failure.badInput("--seconds " + seconds + ": from 1 to " + MAX_SECONDS);
        }
        // While nothing runs yet that would have to be ended.
        Interrupts.handle(() -> Runtime.getRuntime().halt(ExitCode.ABORTED.code()));
        try (Store store = Store.open(file)) {
            return calibrate(store);
        } catch (CalibrationRuns.Interrupted e) {
            output.note("ended from outside: nothing is kept");
            return ExitCode.ABORTED.code();
        }
    }

    private int calibrate(Store store) throws InterruptedException {
        output.note("clock and timer");
        Map<String, Double> figures = new LinkedHashMap<>(TimerProbe.measure(Math.min(seconds, 2)));
        CalibrationRuns runs = new CalibrationRuns(store, seconds, output::note);
        figures.putAll(runs.measure());
        Calibration calibration = Calibration.now(figures);
        new OverheadRecords(store.database()).calibration(calibration);
        print(calibration, runs.valid());
        if (runs.valid()) {
            calibration.save(Calibration.file());
            return ExitCode.OK.code();
        }
        output.note("a run was invalid: later runs keep the calibration that was there before, if any");
        return ExitCode.INVALID_RUN.code();
    }

    private void print(Calibration calibration, boolean valid) {
        if (output.json()) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("machine", calibration.machine());
            all.put("measured_ns", calibration.measuredNs());
            all.put("valid", valid);
            all.put("store", file.toString());
            all.put("figures", calibration.figures());
            output.printJson(all);
        } else {
            CalibrationText.lines(calibration.figures()).forEach(output::line);
            output.line("results: " + file);
        }
        output.out().flush();
    }
}
