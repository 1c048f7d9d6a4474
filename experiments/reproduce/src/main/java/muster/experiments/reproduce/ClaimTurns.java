package muster.experiments.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.run.DatabasePermissions;
import muster.cli.run.RunArguments;
import muster.cli.server.PlanServers;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.experiments.reproduce.claims.Claim;
import muster.experiments.reproduce.claims.Experiment;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.judgement.Observation;
import muster.experiments.turns.ArmDoubts;
import muster.experiments.turns.ArmSpec;
import muster.experiments.turns.ArmSpec.Clients;
import muster.experiments.turns.ComparisonRow;
import muster.experiments.turns.Restart;
import muster.experiments.turns.RestartLoop;
import muster.experiments.turns.ab.AbArms;
import muster.servers.RunningServer;
import muster.workloads.plan.Plan;

/** The experiments of one claim as arms that take turns, on servers that stay up meanwhile; a restart is a round. */
final class ClaimTurns implements AutoCloseable {
    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration FULL = Duration.ofSeconds(10);
    private static final Duration MAX = Duration.ofHours(2);
    private static final double ANY_PRECISION = 1e-6;

    private final Mode mode;
    private final Path store;
    private final Output output;
    private final Path folder;
    private final Map<String, RunningServer> servers = new LinkedHashMap<>();
    private final Map<String, Plan> started = new LinkedHashMap<>();

    /** @param store a file that no other writer has open */
    ClaimTurns(Mode mode, Path store, Output output) {
        this.mode = mode;
        this.store = store;
        this.output = output;
        try {
            folder = Files.createTempDirectory("muster-claims");
        } catch (IOException e) {
            throw Failure.fault("cannot create a temporary folder: " + e.getMessage());
        }
    }

    /**
     * What turns gave.
     *
     * @param values by experiment and restart; none if it was interrupted
     * @param doubts why they cannot be trusted
     */
    record Measured(List<Observation> values, List<String> doubts) {}

    Measured measure(Claim claim, List<Experiment> experiments) {
        List<ArmSpec> arms = new ArrayList<>();
        for (Experiment experiment : experiments) {
            arms.add(arm(experiment));
        }
        List<ArmSpec> placed = AbArms.placed(arms);
        RestartLoop loop = new RestartLoop(request(placed), output);
        Interrupts.handle(loop::cancel);
        List<Restart> restarts = loop.run(done -> done.size() >= mode.rounds(), done -> "");
        loop.requireWhole();
        return loop.cancelled()
                ? new Measured(List.of(), List.of())
                : new Measured(observations(claim, arms, restarts), doubts(claim, arms, restarts));
    }

    /** As of runs: where clients are compared, one at its limit is what was to be measured. */
    private static List<String> doubts(Claim claim, List<ArmSpec> arms, List<Restart> restarts) {
        List<String> doubts = new ArrayList<>(ArmDoubts.errors(arms, restarts));
        if (!claim.aboutClients()) {
            doubts.addAll(ArmDoubts.saturated(arms, restarts));
        }
        return doubts;
    }

    private ArmSpec arm(Experiment experiment) {
        Plan plan = experiment.plan(mode);
        Plan served = plan.server()
                .map(server -> server(server + " " + scheme(plan), plan))
                .orElse(plan);
        List<String> sets = plan.server().isEmpty()
                ? List.of()
                : List.of("server=", "target.uri=" + served.target().settings().text("uri"));
        Clients clients = experiment.clustered()
                ? Clients.cluster(1, RunArguments.leaseSize(experiment.lease()))
                : Clients.STANDALONE;
        return new ArmSpec(experiment.name(), clients, 0, file(experiment.name(), plan.text()), sets, true);
    }

    /** It decides which port of a server an address has. */
    private static String scheme(Plan plan) {
        return plan.target().settings().text("uri").replaceFirst(":.*", "");
    }

    /** The plan whose server is up: arms with equal servers share one. */
    private Plan server(String server, Plan plan) {
        if (!servers.containsKey(server)) {
            servers.put(server, PlanServers.start(plan));
            started.put(server, plan);
        }
        return started.getOrDefault(server, plan);
    }

    private String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name + ".yaml"), text).toString();
        } catch (IOException e) {
            throw Failure.fault(folder + ": cannot be written: " + e.getMessage());
        }
    }

    private RestartLoop.Request request(List<ArmSpec> arms) {
        return new RestartLoop.Request(
                ComparisonRow.AB,
                arms,
                ANY_PRECISION,
                MAX,
                mode.quick() ? QUICK : FULL,
                RestartLoop.Request.SHORT_TURN,
                ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE),
                new DatabasePermissions(),
                store);
    }

    private static List<Observation> observations(Claim claim, List<ArmSpec> arms, List<Restart> restarts) {
        String base = arms.getFirst().name();
        List<Observation> values = new ArrayList<>();
        for (int round = 1; round <= restarts.size(); round++) {
            for (ArmSpec arm : arms) {
                Restart restart = restarts.get(round - 1);
                double value = switch (claim.turns()) {
                    case P50 -> claim.inUnit(restart.latency(arm.name()).p50Ns());
                    case P99 -> claim.inUnit(restart.latency(arm.name()).p99Ns());
                    default -> restart.throughput(base, arm.name());
                };
                values.add(new Observation(arm.name(), Double.NaN, round, value));
            }
        }
        return values;
    }

    @Override
    public void close() {
        servers.values().forEach(RunningServer::close);
        try (var files = Files.list(folder)) {
            files.forEach(file -> file.toFile().delete());
            Files.delete(folder);
        } catch (IOException e) {
            // It is in the system's temporary folder.
        }
    }
}
