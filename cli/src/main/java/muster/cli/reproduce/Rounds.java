package muster.cli.reproduce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import muster.cli.claims.ClaimsFile;
import muster.cli.claims.Experiment;
import muster.cli.claims.Mode;
import muster.cli.client.ProgressLines;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Finished;
import muster.store.file.Store;
import muster.store.file.row.claim.ClaimRunRow;

/**
 * Runs all experiments once a round, in an order of its own each round, so that whatever drifts meets all alike. What the store has
 * is not run again, but for invalid runs.
 */
final class Rounds {
    private final ClaimsFile file;
    private final Mode mode;
    private final Output output;
    private final Map<String, String> failed = new LinkedHashMap<>();

    Rounds(ClaimsFile file, Mode mode, Output output) {
        this.file = file;
        this.mode = mode;
        this.output = output;
    }

    /** Returns false if Ctrl-C ended it. */
    boolean run(List<Experiment> experiments, Store store) throws InterruptedException {
        ExperimentRuns runs = new ExperimentRuns(store, new ProgressLines(output.err()));
        for (int round = 1; round <= mode.rounds(); round++) {
            for (Experiment experiment : order(experiments, round)) {
                if (!failed.containsKey(experiment.name()) && !done(store, experiment, round)) {
                    run(experiment, round, runs, store);
                }
                if (runs.interrupted()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The same after an interruption. */
    private List<Experiment> order(List<Experiment> experiments, int round) {
        List<Experiment> shuffled = new ArrayList<>(experiments);
        Collections.shuffle(shuffled, new Random(31L * file.name().hashCode() + round));
        return shuffled;
    }

    private boolean done(Store store, Experiment experiment, int round) {
        return store.claims().runs(file.digest(experiment, mode)).stream()
                .anyMatch(run -> run.round() == round
                        && Validity.doubt(store, run.runId()).isEmpty());
    }

    private void run(Experiment experiment, int round, ExperimentRuns runs, Store store) throws InterruptedException {
        output.note("round %d of %d: %s".formatted(round, mode.rounds(), experiment.name()));
        try {
            Finished finished = runs.run(experiment, mode);
            if (finished.getExitCode() == ExitCode.FAULT.code()
                    || finished.getExitCode() == ExitCode.BAD_INPUT.code()) {
                fail(experiment, RunResultText.reason(finished));
            } else if (!runs.interrupted()) {
                store.claims()
                        .add(new ClaimRunRow(
                                file.digest(experiment, mode), experiment.name(), round, finished.getRunId()));
            }
        } catch (Failure refused) {
            fail(experiment, String.valueOf(refused.getMessage()));
        }
    }

    /** It is not tried again. */
    private void fail(Experiment experiment, String why) {
        failed.put(experiment.name(), why);
        output.note(experiment.name() + " failed: " + why);
    }

    /** Why an experiment could not be run, by its name. */
    Map<String, String> failed() {
        return failed;
    }
}
