package muster.workloads.graphity;

import java.util.Arrays;
import java.util.stream.IntStream;
import muster.workloads.random.Mix;
import muster.workloads.random.Shuffle;

/**
 * Which action each index is: exact in every block, and invertible, so that the rank of an index among those of its
 * action takes no search.
 *
 * <p>The parts are divided by their greatest common divisor; their sum is the size of a block. The places of a block
 * hold part[0] times action 0, then part[1] times action 1, and so on, and are put in the order of Shuffle.of(size, mix(P,
 * MIX)). Each block is rotated, so that leases with a stride meet every action: index i = block * size + place is the
 * entry (place + below(size, mix(mix(P, MIX), block))) mod size. Its rank is block * part + the number of earlier
 * entries of its action in the table.
 */
final class MixTable {
    private final long key;
    private final int size;
    private final Action[] actions;
    private final int[] ranks;
    private final int[][] entries;

    /** The parts of each {@link Action} in its order, not all zero. */
    MixTable(int[] parts, long phaseKey) {
        key = Mix.mix(phaseKey, RandomStream.MIX);
        int divisor = Arrays.stream(parts).reduce(0, MixTable::divisor);
        entries = new int[parts.length][];
        Arrays.setAll(entries, action -> new int[parts[action] / divisor]);
        size = Arrays.stream(parts).sum() / divisor;
        actions = new Action[size];
        ranks = new int[size];
        fill(Shuffle.of(size, key));
    }

    private void fill(int[] order) {
        int[] actionOf = IntStream.range(0, entries.length)
                .flatMap(action -> Arrays.stream(entries[action]).map(entry -> action))
                .toArray();
        int[] next = new int[entries.length];
        for (int entry = 0; entry < size; entry++) {
            int action = actionOf[order[entry]];
            actions[entry] = Action.ALL.get(action);
            ranks[entry] = next[action]++;
            entries[action][ranks[entry]] = entry;
        }
    }

    Action action(long index) {
        return actions[entry(index)];
    }

    /** How many indexes of the same action come before this one, counted as the class comment says. */
    long rank(long index) {
        int entry = entry(index);
        return index / size * part(actions[entry]) + ranks[entry];
    }

    /** The index of a rank: {@code index(action(i), rank(i)) == i}. The action must be part of the mix. */
    long index(Action action, long rank) {
        long block = rank / part(action);
        int entry = entries[action.code()][(int) (rank % part(action))];
        return block * size + (entry - rotation(block) + size) % size;
    }

    /** How many of an action stand in the whole blocks before an index; their ranks are 0 up to this. */
    long before(Action action, long index) {
        return index <= 0 ? 0 : index / size * part(action);
    }

    /** How many of an action each block holds. */
    int part(Action action) {
        return entries[action.code()].length;
    }

    int size() {
        return size;
    }

    private int entry(long index) {
        return ((int) (index % size) + rotation(index / size)) % size;
    }

    private int rotation(long block) {
        return (int) Mix.below(size, Mix.mix(key, block));
    }

    private static int divisor(int a, int b) {
        return b == 0 ? a : divisor(b, a % b);
    }
}
