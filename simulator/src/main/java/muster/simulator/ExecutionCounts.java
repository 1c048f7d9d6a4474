package muster.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.StreamIndex;
import muster.protocol.PhaseKnown;

/** How often workers really began each index of each phase, and what coverage says of that. */
final class ExecutionCounts {
    private final Map<PhaseAt, OfPhase> phases = new HashMap<>();
    private final List<Load> lately = new ArrayList<>();

    /** One stream of a phase. */
    record Load(PhaseAt at, int stream) {}

    /** One phase; {@code claimed} is negative until it is closed. */
    private static final class OfPhase {
        final Map<Integer, int[]> times = new HashMap<>();
        long again;
        long claimed = -1;
        boolean lost;
    }

    /** Loads of phases of the trial that closed one last, in the order in which these were closed. */
    List<Load> closedLately() {
        return lately;
    }

    void compare(Load load, PhaseKnown known) {
        BitSet executed = set(known.getExecutedList());
        BitSet again = set(known.getAgainList());
        int[] times = of(load.at()).times.getOrDefault(load.stream(), new int[0]);
        for (int index = 0; index < times.length; index++) {
            if (times[index] > 0 && !executed.get(index)) {
                throw new Violation("the oracle is not told that index " + index + " was begun");
            }
            if (times[index] > 1 && !again.get(index)) {
                throw new Violation(
                        "the oracle is not told that index " + index + " was begun " + times[index] + " times");
            }
        }
    }

    /** Of runs: skip, take, skip, take, ... */
    private static BitSet set(List<Long> runs) {
        BitSet set = new BitSet();
        long at = 0;
        for (int i = 0; i < runs.size(); i += 2) {
            long from = at + runs.get(i);
            at = from + runs.get(i + 1);
            set.set(Math.toIntExact(from), Math.toIntExact(at));
        }
        return set;
    }

    private OfPhase of(PhaseAt at) {
        return phases.computeIfAbsent(at, key -> new OfPhase());
    }

    /** A process that sleeps may begin something after its phase is closed: that must have been said too. */
    void started(PhaseAt at, long index) {
        OfPhase phase = of(at);
        int position = Math.toIntExact(StreamIndex.position(index));
        int[] times = phase.times.computeIfAbsent(StreamIndex.stream(index), stream -> new int[64]);
        if (position >= times.length) {
            times = Arrays.copyOf(times, Math.max(position + 1, 2 * times.length));
            phase.times.put(StreamIndex.stream(index), times);
        }
        if (++times[position] > 1) {
            phase.again++;
            compare(at, phase);
        }
    }

    /** A session went that held these. */
    void lost(PhaseAt at, List<IndexRange> indexes) {
        of(at).lost |= !indexes.isEmpty();
    }

    void closed(PhaseEnd end) {
        OfPhase phase = of(end.at());
        phase.claimed = end.executedAgain();
        lately.removeIf(before -> before.at().step() != end.at().step()
                || before.at().trial() != end.at().trial());
        for (int stream = 0; stream < end.plannedByStream().size(); stream++) {
            lately.add(new Load(end.at(), stream));
        }
        compare(end.at(), phase);
        if (!phase.lost && phase.claimed > 0) {
            throw new Violation("coverage of phase " + end.at().phase() + " says that " + phase.claimed
                    + " were executed again, though nothing was lost");
        }
    }

    /** Of all phases that were closed: how many were begun again, at most, by what coverage says. */
    long claimedAgain() {
        return closed().mapToLong(phase -> phase.claimed).sum();
    }

    /** And how many really were. */
    long begunAgain() {
        return closed().mapToLong(phase -> phase.again).sum();
    }

    private Stream<OfPhase> closed() {
        return phases.values().stream().filter(phase -> phase.claimed >= 0);
    }

    private static void compare(PhaseAt at, OfPhase phase) {
        if (phase.claimed >= 0 && phase.claimed < phase.again) {
            throw new Violation("coverage of phase " + at.phase() + " says that " + phase.claimed
                    + " were executed again; it was " + phase.again);
        }
    }
}
