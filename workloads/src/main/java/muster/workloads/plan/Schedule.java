package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import muster.workloads.FollowSpill;
import muster.workloads.Workload;
import muster.workloads.Workload.LoadPart;
import muster.workloads.Workload.Operations;
import muster.workloads.dataset.DataWorkload;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.language.PlanException;

/** Turns the phases of a plan into executed phases: a load becomes its parts, each phase gets its ordinal and slot. */
final class Schedule {
    /** Of recorded operations that start at once. */
    private static final long SHORTEST_NS = 1_000_000;

    private final Plan plan;
    private final Workload workload;
    private final int slots;
    private final List<ExecutedPhase> phases = new ArrayList<>();
    private int slot;
    private int vertices = -1;

    private Schedule(Plan plan, Workload workload) {
        this.plan = plan;
        this.workload = workload;
        this.slots = (int) plan.phases().stream().filter(Schedule::changes).count();
    }

    static List<ExecutedPhase> of(Plan plan, Workload workload) {
        Schedule schedule = new Schedule(plan, workload);
        plan.phases().forEach(schedule::add);
        return List.copyOf(schedule.phases);
    }

    private static boolean changes(PhaseSpec spec) {
        return spec.kind() == PhaseKind.WARMUP || spec.kind() == PhaseKind.MEASURE;
    }

    private void add(PhaseSpec spec) {
        switch (spec.kind()) {
            case LOAD -> addLoad(spec);
            case WARMUP, MEASURE -> addOther(spec, slot++);
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

    private void addOther(PhaseSpec spec, int ownSlot) {
        PhaseKey key = key(spec.part(), ownSlot);
        int actions =
                spec.actionsPerTransaction() > 0 ? spec.actionsPerTransaction() : workload.actionsPerTransaction();
        phases.add(plan.replay().replays() ? replayed(spec, key, actions) : executed(spec, key, actions));
    }

    private ExecutedPhase executed(PhaseSpec spec, PhaseKey key, int actions) {
        long planned = planned(spec, key);
        long limit = planned < 0 ? workload.operations(key).count() : planned;
        return new ExecutedPhase(
                spec.name(),
                spec,
                key,
                planned,
                limit,
                actions,
                false,
                workload.spill(key),
                workload.expectedOthers(key),
                null);
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

    private long planned(PhaseSpec spec, PhaseKey key) {
        if (spec.durationNs() > 0) {
            return -1;
        }
        long all = workload.operations(key).count();
        if (spec.operations() == 0 && all == Long.MAX_VALUE) {
            throw new PlanException("phase " + spec.name() + ": give it a duration or a number of operations");
        }
        return spec.operations() == 0 ? all : Math.min(all, spec.operations());
    }
}
