package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import muster.workloads.FollowSpill;
import muster.workloads.Workload;
import muster.workloads.Workload.LoadPart;
import muster.workloads.Workload.Operations;
import muster.workloads.dataset.DataWorkload;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.turns.ArmTurns;
import muster.workloads.plan.turns.TurnSpec;
import org.jspecify.annotations.Nullable;

/** Turns the phases of a plan into executed phases: a load becomes its parts, each phase gets its ordinal and slot. */
final class Schedule {
    /** Of recorded operations that start at once. */
    private static final long SHORTEST_NS = 1_000_000;

    private final Plan plan;
    private final Workload workload;
    private final StreamWorkloads streams;
    private final List<Namespace> namespaces;
    private final Slots slots;
    private final List<ExecutedPhase> phases = new ArrayList<>();
    private int vertices = -1;

    private Schedule(Plan plan, Workload workload, StreamWorkloads streams) {
        this.plan = plan;
        this.workload = workload;
        this.streams = streams;
        this.namespaces = Namespace.of(plan);
        this.slots = new Slots(plan);
    }

    static List<ExecutedPhase> of(Plan plan, Workload workload, StreamWorkloads streams) {
        Schedule schedule = new Schedule(plan, workload, streams);
        plan.phases().forEach(schedule::add);
        return List.copyOf(schedule.phases);
    }

    private void add(PhaseSpec spec) {
        switch (spec.kind()) {
            case LOAD -> addLoad(spec);
            case WARMUP, MEASURE -> addOther(spec);
            case VERIFY -> {
                // The coordinator lets a worker do it, as a task between phases; it has no operations and no ordinal.
            }
        }
    }

    private void addLoad(PhaseSpec spec) {
        if (!namespaces.isEmpty()) {
            addLoads(spec);
            return;
        }
        List<LoadPart> parts = workload.loadParts();
        // The schema of a plan's own data comes with its indexes; what follows needs all of the data.
        int indexed = workload instanceof DataWorkload ? parts.size() - 1 : 0;
        for (int i = 0; i < parts.size(); i++) {
            LoadPart part = parts.get(i);
            phases.add(loaded(spec, part, "", i == indexed));
        }
    }

    /** The first part of all namespaces, then the indexes, then what needs them. */
    private void addLoads(PhaseSpec spec) {
        List<Workload> loading = namespaces.stream().map(this::workload).toList();
        int most =
                loading.stream().mapToInt(each -> each.loadParts().size()).max().orElse(0);
        for (int part = 0; part < most; part++) {
            for (Namespace space : namespaces) {
                Workload of = loading.get(namespaces.indexOf(space));
                if (part < of.loadParts().size()) {
                    boolean indexed = part == 0 && space.equals(namespaces.getLast());
                    String suffix = space.ofPlan() ? "" : "-" + space.name();
                    phases.add(loaded(spec, of.loadParts().get(part), suffix, indexed)
                            .in(space, streams.of(space)));
                }
            }
        }
    }

    private Workload workload(Namespace space) {
        Workload own = streams.of(space);
        return own == null ? workload : own;
    }

    private ExecutedPhase loaded(PhaseSpec spec, LoadPart part, String suffix, boolean indexed) {
        PhaseKey key = key(part.name(), 0);
        int actions = spec.actionsPerTransaction() > 0 ? spec.actionsPerTransaction() : part.actionsPerTransaction();
        return new ExecutedPhase(spec.name() + "-" + part.name() + suffix, spec, key, part.count(), actions, indexed);
    }

    private void addOther(PhaseSpec spec) {
        if (spec.concurrent()) {
            phases.add(concurrent(spec, key(spec.part(), 0)));
        } else {
            PhaseKey key = drawn(spec, key(spec.part(), slots.next()));
            ExecutedPhase phase = plan.replay().replays()
                    ? replayed(spec, key, actions(spec, workload))
                    : executed(
                            spec,
                            key,
                            null,
                            spec.turns() == null ? null : spec.turns().ofRun());
            phases.add(inPlans(phase));
        }
    }

    private PhaseKey drawn(PhaseSpec spec, PhaseKey own) {
        String as = spec.turns() == null ? "" : spec.turns().draws();
        return as.isEmpty()
                ? own
                : phases.stream()
                        .filter(earlier -> earlier.name().equals(as))
                        .findFirst()
                        .map(earlier -> own.drawnAs(earlier.key()))
                        .orElseThrow(() -> new PlanException(
                                "phase " + spec.name() + ": turns.draws: " + as + " is no phase before it"));
    }

    /**
     * The phase itself executes nothing; what bounds it is the same for all of its streams. Arms with data of their own get the same
     * operations, so that what they were asked is no part of their difference.
     */
    private ExecutedPhase concurrent(PhaseSpec spec, PhaseKey key) {
        int arms = spec.streams().size();
        TurnSpec turns = spec.turns();
        boolean alike = turns != null && slots.apart(spec.streams());
        List<ExecutedPhase> loads = IntStream.range(0, arms)
                .mapToObj(number -> {
                    PhaseSpec.Stream stream = spec.streams().get(number);
                    ArmTurns ownTurns = turns == null
                            ? null
                            : turns.schedule(key.hash(), arms).arm(number);
                    PhaseKey own = key.ofStream(number, slots.next(stream), slots.of(stream));
                    PhaseKey drawn = alike ? own.drawnAs(key) : own;
                    ExecutedPhase load = executed(stream.load(), drawn, streams.of(stream), ownTurns);
                    return Namespace.isOf(plan, stream) ? load.in(namespace(stream), load.own()) : inPlans(load);
                })
                .toList();
        return new ExecutedPhase(spec.name(), spec, key, loads);
    }

    private Namespace namespace(PhaseSpec.Stream stream) {
        int number = Namespace.number(Objects.requireNonNull(stream.workload()));
        return namespaces.stream()
                .filter(space -> space.number() == number)
                .findFirst()
                .orElseThrow();
    }

    /** A load of the plan's data, which are one namespace of several, or all. */
    private ExecutedPhase inPlans(ExecutedPhase load) {
        return namespaces.stream()
                .filter(Namespace::ofPlan)
                .findFirst()
                .map(space -> load.in(space, load.own()))
                .orElse(load);
    }

    private static int actions(PhaseSpec spec, Workload of) {
        return spec.actionsPerTransaction() > 0 ? spec.actionsPerTransaction() : of.actionsPerTransaction();
    }

    private ExecutedPhase executed(PhaseSpec spec, PhaseKey key, @Nullable Workload own, @Nullable ArmTurns turns) {
        Workload of = own == null ? workload : own;
        long planned = planned(spec, of.operations(key));
        long limit = planned < 0 ? of.operations(key).count() : planned;
        return new ExecutedPhase(
                spec.name(),
                spec,
                key,
                planned,
                limit,
                actions(spec, of),
                false,
                of.spill(key),
                of.expectedOthers(key),
                null,
                own,
                null,
                List.of(),
                turns);
    }

    private ExecutedPhase replayed(PhaseSpec spec, PhaseKey key, int actions) {
        Operations operations = workload.operations(key);
        LongUnaryOperator startNs = operations.startNs();
        long count = operations.count();
        Rate mean =
                startNs == null ? null : new Rate(count, Math.max(SHORTEST_NS, startNs.applyAsLong(count - 1)), false);
        return new ExecutedPhase(
                spec.name(),
                spec.replayed(mean),
                key,
                count,
                count,
                actions,
                false,
                FollowSpill.NONE,
                workload.expectedOthers(key),
                startNs);
    }

    private PhaseKey key(String part, int ownSlot) {
        if (phases.size() > PhaseKey.MAX_ORDINAL) {
            throw new PlanException("phases: more than " + (PhaseKey.MAX_ORDINAL + 1)
                    + " with the parts of the load of each namespace; take phases or arms out");
        }
        PhaseKey key = new PhaseKey(plan.seed(), phases.size(), part, ownSlot, slots.ofPlan(), vertices);
        vertices = part.equals("vertices") ? key.ordinal() : vertices;
        return key;
    }

    private static long planned(PhaseSpec spec, Operations operations) {
        if (spec.durationNs() > 0) {
            return -1;
        }
        long all = operations.count();
        if (spec.operations() == 0 && all == Long.MAX_VALUE) {
            throw new PlanException("phase " + spec.name() + ": give it a duration or a number of operations");
        }
        return spec.operations() == 0 ? all : Math.min(all, spec.operations());
    }
}
