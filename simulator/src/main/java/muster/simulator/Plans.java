package muster.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.random.RandomGenerator;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.workloads.ExpectedOthers;
import muster.workloads.FollowSpill;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.plan.turns.ArmTurns;
import org.jspecify.annotations.Nullable;

/**
 * Plans as a seed draws them: bound by a count or a duration, closed or open, one phase or two, one load or several.
 *
 * @param streamClients of each stream of its last phase; a phase that offers one load has those of the first
 * @param verifies whether the database is reset before, and asked in the end
 * @param slowestNs the most that an operation of a worker takes on average
 */
record Plans(String text, List<Integer> streamClients, int block, int trials, boolean verifies, long slowestNs) {
    static final int CLUSTER_S = 30;

    static Plans draw(RandomGenerator random, int workers) {
        int clients = random.nextInt(1, 3 * workers + 1);
        int block = random.nextInt(4) == 0 ? random.nextInt(2, 5) : 1;
        StringBuilder text = new StringBuilder("name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases:\n");
        if (random.nextInt(3) == 0) {
            text.append("  - {kind: warmup, operations: 60, clients: " + clients + "}\n");
        }
        List<Integer> streamClients = new ArrayList<>(List.of(clients));
        if (random.nextInt(4) == 0) {
            text.append("  - {kind: measure, " + streams(random, streamClients, workers) + "}\n");
        } else {
            text.append("  - {kind: measure, " + bound(random, clients) + "}\n");
        }
        int trials = random.nextInt(6) == 0 ? 2 : 1;
        return new Plans(text.toString(), streamClients, block, trials, random.nextInt(3) == 0, 60 * Faults.MS);
    }

    /** Two or three loads, each closed or open, at the same time or in turns; the first has the clients that are given. */
    private static String streams(RandomGenerator random, List<Integer> clients, int workers) {
        StringJoiner streams = new StringJoiner(", ", "streams: {", "}");
        int count = random.nextInt(2, 4);
        for (int stream = 0; stream < count; stream++) {
            if (stream > 0) {
                clients.add(random.nextInt(1, 2 * workers + 1));
            }
            streams.add("s" + stream + ": {" + (random.nextBoolean() ? "rate: 30/s, maxInFlight: " : "clients: ")
                    + clients.get(stream) + "}");
        }
        int seconds = random.nextInt(2, 8);
        String turns = random.nextInt(3) == 0 ? "turns: " + random.nextInt(50, seconds * 500 / count) + "ms, " : "";
        return "duration: " + seconds + "s, " + turns + streams + early(random);
    }

    private static String bound(RandomGenerator random, int clients) {
        return switch (random.nextInt(4)) {
            case 0, 1 -> "operations: " + random.nextInt(40, 1_500) + ", clients: " + clients;
            case 2 -> "duration: " + random.nextInt(2, 12) + "s, clients: " + clients + early(random);
            default -> "duration: " + random.nextInt(2, 8) + "s, rate: 60/s, maxInFlight: " + clients + early(random);
        };
    }

    /** The same, but its measure phase follows a profile of clients or of a rate. */
    Plans profiled(RandomGenerator random) {
        String load = random.nextBoolean()
                ? "clients: " + clientsProfile(random)
                : "rate: " + rateProfile(random) + ", maxInFlight: " + clients()
                        + (random.nextBoolean() ? ", arrivals: poisson" : "");
        String phase = "{kind: measure, duration: " + random.nextInt(2, 12) + "s, " + load + early(random) + "}";
        return new Plans(
                text.replaceFirst("\\{kind: measure.*}", phase), streamClients, block, trials, verifies, slowestNs);
    }

    private int clients() {
        return streamClients.getFirst();
    }

    /** It reaches all clients at least once, so that the bound is met. */
    private String clientsProfile(RandomGenerator random) {
        return "{from: " + random.nextInt(clients() + 1) + ", stages: [{to: " + clients() + ", in: " + length(random)
                + "}, {hold: " + length(random) + "}, {to: " + random.nextInt(clients() + 1) + ", in: " + length(random)
                + "}, {to: " + random.nextInt(clients() + 1) + "}]}";
    }

    private static String rateProfile(RandomGenerator random) {
        return switch (random.nextInt(3)) {
            case 0 ->
                "{from: " + random.nextInt(100) + "/s, stages: [{to: " + random.nextInt(1, 100) + "/s, in: "
                        + length(random) + "}, {hold: " + length(random) + "}, {to: " + random.nextInt(100)
                        + "/s, in: " + length(random) + "}]}";
            case 1 -> "{spike: {base: " + random.nextInt(40) + "/s, peak: 200/s, at: 500ms, for: 700ms}}";
            default -> "{sine: {mean: 50/s, amplitude: " + random.nextInt(51) + "/s, period: " + length(random) + "}}";
        };
    }

    private static String length(RandomGenerator random) {
        return random.nextInt(100, 3_000) + "ms";
    }

    /** The simulated store shows an error in each second. */
    private static String early(RandomGenerator random) {
        return random.nextInt(4) == 0 ? ", stopIf: [errors > 0 for " + random.nextInt(1, 5) + "s]" : "";
    }

    /** These phases. */
    static Plans of(int clients, boolean verifies, String... phases) {
        return new Plans(text(phases), List.of(clients), 1, 1, verifies, 60 * Faults.MS);
    }

    /** One phase of two clients, in transactions of so many operations. */
    static Plans ofBlocks(int block, String phase) {
        return new Plans(text(phase), List.of(2), block, 1, false, 60 * Faults.MS);
    }

    private static String text(String... phases) {
        return "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases:\n  - " + String.join("\n  - ", phases)
                + "\n";
    }

    /** A phase of 30 s, two clients a worker, whose operations are slow: what counts is who is there. */
    static Plans forCluster(int workers) {
        String text = "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases:\n"
                + "  - {kind: measure, duration: " + CLUSTER_S + "s, clients: " + 2 * workers + "}\n";
        return new Plans(text, List.of(2 * workers), 1, 1, false, 600 * Faults.MS);
    }

    RunScript script() {
        Plan plan = plan();
        List<ExecutedPhase> phases = new ArrayList<>();
        for (PhaseSpec spec : plan.phases().stream()
                .filter(spec -> spec.kind() != PhaseKind.VERIFY)
                .toList()) {
            phases.add(executed(spec, new PhaseKey(plan.seed(), phases.size(), "", 0, 1)));
        }
        return new RunScript(plan, trials, List.of(new StepScript(1, "{}", plan, "{}", phases)), 1, Map.of());
    }

    private ExecutedPhase executed(PhaseSpec spec, PhaseKey key) {
        if (!spec.concurrent()) {
            return load(spec, key, null);
        }
        List<ExecutedPhase> loads = new ArrayList<>();
        for (PhaseSpec.Stream stream : spec.streams()) {
            loads.add(load(stream.load(), key.ofStream(loads.size(), loads.size()), turns(spec, key, loads.size())));
        }
        return new ExecutedPhase(spec.name(), spec, key, loads);
    }

    private static @Nullable ArmTurns turns(PhaseSpec spec, PhaseKey key, int stream) {
        return spec.turns() == null
                ? null
                : spec.turns().schedule(key.hash(), spec.streams().size()).arm(stream);
    }

    private ExecutedPhase load(PhaseSpec spec, PhaseKey key, @Nullable ArmTurns turns) {
        long planned = spec.operations() > 0 ? spec.operations() : -1;
        long limit = planned < 0 ? available() : planned;
        return new ExecutedPhase(
                spec.name(),
                spec,
                key,
                planned,
                limit,
                block,
                false,
                FollowSpill.NONE,
                ExpectedOthers.NONE,
                null,
                null,
                null,
                List.of(),
                turns);
    }

    /** Some workloads have an end, which a phase with a duration may reach. */
    private long available() {
        int hash = text.hashCode();
        return Math.floorMod(hash, 4) == 0 ? block * (20L + Math.floorMod(hash >> 2, 300)) : Long.MAX_VALUE;
    }

    /** The noop target holds nothing that could be verified, so the plan is one for a database that nobody connects to. */
    private Plan plan() {
        Plan plan = PlanReader.parse(text, "simulated", List.of());
        if (!verifies) {
            return plan;
        }
        List<PhaseSpec> phases = new ArrayList<>(plan.phases());
        phases.add(new PhaseSpec(
                "verify",
                PhaseKind.VERIFY,
                "",
                0,
                10,
                0,
                null,
                0,
                PhaseSpec.Think.NONE,
                0,
                0,
                0,
                0,
                EarlyEnd.NONE,
                null));
        return new Plan(
                plan.name(),
                plan.text(),
                new Plan.Section("simulated", plan.target().settings()),
                plan.workload(),
                plan.data(),
                plan.seed(),
                phases,
                plan.only(),
                plan.thresholds(),
                plan.server(),
                true,
                plan.steadyRequired(),
                plan.trials(),
                plan.answers(),
                plan.trace(),
                plan.replay(),
                plan.sweep());
    }
}
