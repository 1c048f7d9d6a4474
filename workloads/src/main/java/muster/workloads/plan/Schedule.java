package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    private final int slots;
    private final List<ExecutedPhase> phases = new ArrayList<>();
    private int slot;
    private int vertices = -1;

    private Schedule(Plan plan, Workload workload, StreamWorkloads streams) {
        this.plan = plan;
        this.workload = workload;
        this.streams = streams;
        this.slots = (int) plan.phases().stream()
                .flatMap(Schedule::loads)
                .filter(Schedule::changes)
                .count();
    }

    private static Stream<PhaseSpec> loads(PhaseSpec spec) {
        return spec.concurrent() ? spec.streams().stream().map(PhaseSpec.Stream::load) : Stream.of(spec);
    }

    static List<ExecutedPhase> of(Plan plan, Workload workload, StreamWorkloads streams) {
        Schedule schedule = new Schedule(plan, workload, streams);
        plan.phases().forEach(schedule::add);
        return List.copyOf(schedule.phases);
    }

    private static boolean changes(PhaseSpec spec) {
        return spec.kind() == PhaseKind.WARMUP || spec.kind() == PhaseKind.MEASURE;
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
        List<LoadPart> parts = workload.loadParts();
        // The schema of a plan's own data comes with its indexes; what follows needs all of the data.
        int indexed = workload instanceof DataWorkload ? parts.size() - 1 : 0;
        for (int i = 0; i < parts.size(); i++) {
            LoadPart part = parts.get(i);
            PhaseKey key = key(part.name(), 0);
            int actions =
                    spec.actionsPerTransaction() > 0 ? spec.actionsPerTransaction() : part.actionsPerTransaction();
            String name = spec.name() + "-" + part.name();
            phases.add(new ExecutedPhase(name, spec, key, part.count(), actions, i == indexed));
        }
    }

    private void addOther(PhaseSpec spec) {
        PhaseKey key = key(spec.part(), slot);
        if (spec.concurrent()) {
            phases.add(concurrent(spec, key));
        } else {
            phases.add(
                    plan.replay().replays()
                            ? replayed(spec, key, actions(spec, workload))
                            : executed(spec, key, null, null));
            slot++;
        }
    }

    /** The phase itself executes nothing; what bounds it is the same for all of its streams. */
    private ExecutedPhase concurrent(PhaseSpec spec, PhaseKey key) {
        int arms = spec.streams().size();
        TurnSpec turns = spec.turns();
        List<ExecutedPhase> loads = IntStream.range(0, arms)
                .mapToObj(number -> {
                    PhaseSpec.Stream stream = spec.streams().get(number);
                    ArmTurns own = turns == null
                            ? null
                            : turns.schedule(key.hash(), arms).arm(number);
                    return executed(stream.load(), key.ofStream(number, slot + number), streams.of(stream), own);
                })
                .toList();
        slot += loads.size();
        return new ExecutedPhase(spec.name(), spec, key, loads);
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
        PhaseKey key = new PhaseKey(plan.seed(), phases.size(), part, ownSlot, slots, vertices);
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
