package muster.experiments.reproduce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import muster.cli.client.ProgressLines;
import muster.cli.server.PlanServers;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.event.ExitCode;
import muster.experiments.reproduce.claims.Claim;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.Experiment;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.judgement.ClaimRecords;
import muster.experiments.reproduce.judgement.ClaimRunRow;
import muster.protocol.Finished;
import muster.servers.RunningServer;
import muster.servers.host.ServerException;
import muster.store.file.Store;
import muster.workloads.plan.Plan;

/**
 * Runs all experiments once a round, in an order of its own each round, so that whatever drifts meets all alike. Those that share a
 * server run one after the other. What the store has is not run again, but for invalid runs.
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
    boolean run(List<Claim> claims, Store store) throws InterruptedException {
        List<Experiment> experiments = claims.stream()
                .flatMap(claim -> file.needed(claim).stream())
                .distinct()
                .toList();
        return run(experiments, mode.rounds(), store);
    }

    /** What no claim needs. Returns false if Ctrl-C ended it. */
    boolean once(List<Experiment> experiments, Store store) throws InterruptedException {
        return run(experiments, 1, store);
    }

    private boolean run(List<Experiment> experiments, int rounds, Store store) throws InterruptedException {
        ExperimentRuns runs = new ExperimentRuns(store, new ProgressLines(output.err()));
        List<Experiment> leaders =
                experiments.stream().filter(one -> one.after().isEmpty()).toList();
        for (int round = 1; round <= rounds; round++) {
            for (Experiment leader : order(leaders, round)) {
                List<Experiment> followers = experiments.stream()
                        .filter(one -> one.after().equals(leader.name()))
                        .toList();
                if (!failed.containsKey(leader.name()) && !done(store, leader, followers, round)) {
                    run(leader, followers, new Round(round, rounds, runs, store));
                }
                if (runs.interrupted()) {
                    return false;
                }
            }
        }
        return true;
    }

    private record Round(int number, int of, ExperimentRuns runs, Store store) {}

    private void run(Experiment leader, List<Experiment> followers, Round round) throws InterruptedException {
        Plan plan = leader.plan(mode);
        if (followers.isEmpty()) {
            run(leader, plan, round);
            return;
        }
        int port = PlanServers.port(plan);
        try (RunningServer server = PlanServers.start(plan)) {
            for (Experiment each : withFirst(leader, followers)) {
                if (!round.runs().interrupted() && !failed.containsKey(leader.name())) {
                    run(each, each.plan(mode, port, server.ports()), round);
                }
            }
        } catch (ServerException refused) {
            fail(leader, String.valueOf(refused.getMessage()));
        }
    }

    private static List<Experiment> withFirst(Experiment first, List<Experiment> others) {
        List<Experiment> all = new ArrayList<>(List.of(first));
        all.addAll(others);
        return all;
    }

    /** The same after an interruption. */
    private List<Experiment> order(List<Experiment> experiments, int round) {
        List<Experiment> shuffled = new ArrayList<>(experiments);
        Collections.shuffle(shuffled, new Random(31L * file.name().hashCode() + round));
        return shuffled;
    }

    private boolean done(Store store, Experiment leader, List<Experiment> followers, int round) {
        return withFirst(leader, followers).stream()
                .allMatch(one -> failed.containsKey(one.name()) || done(store, one, round));
    }

    private boolean done(Store store, Experiment experiment, int round) {
        return new ClaimRecords(store.database())
                .runs(file.digest(experiment, mode)).stream()
                        .anyMatch(run -> run.round() == round
                                && Validity.doubt(store, run.runId(), !file.aboutDatabases(experiment))
                                        .isEmpty());
    }

    private void run(Experiment experiment, Plan plan, Round round) throws InterruptedException {
        output.note("round %d of %d: %s".formatted(round.number(), round.of(), experiment.name()));
        try {
            Finished finished = round.runs().run(experiment, plan);
            if (finished.getExitCode() == ExitCode.FAULT.code()
                    || finished.getExitCode() == ExitCode.BAD_INPUT.code()) {
                fail(experiment, RunResultText.reason(finished));
            } else if (!round.runs().interrupted()) {
                new ClaimRecords(round.store().database())
                        .add(new ClaimRunRow(
                                file.digest(experiment, mode), experiment.name(), round.number(), finished.getRunId()));
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
