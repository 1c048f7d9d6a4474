package muster.workloads.random;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which action each index is: exact in every block, and invertible, so that the rank of an index among those of its
 * action takes no search.
 *
 * <p>The parts are divided by their greatest common divisor; their sum is the size of a block. The places of a block
 * hold part[0] times action 0, then part[1] times action 1, and so on, and are put in the order of Shuffle.of(size,
 * key). Each block is rotated, so that leases with a stride meet every action: index i = block * size + place is the
 * entry (place + below(size, mix(key, block))) mod size. Its rank is block * part + the number of earlier entries of its
 * action in the table.
 */
public final class MixTable {
    private final long key;
    private final int size;
    private final int[] actions;
    private final int[] ranks;
    private final int[][] entries;

    /**
     * A mix of actions that are numbered from 0.
     *
     * @param parts of each action, not all zero
     * @param key of the phase, for this purpose alone
     */
    public MixTable(int[] parts, long key) {
        this.key = key;
        int divisor = Arrays.stream(parts).reduce(0, MixTable::divisor);
        entries = new int[parts.length][];
        Arrays.setAll(entries, action -> new int[parts[action] / divisor]);
        size = Arrays.stream(parts).sum() / divisor;
        actions = new int[size];
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
            actions[entry] = action;
            ranks[entry] = next[action]++;
            entries[action][ranks[entry]] = entry;
        }
    }

    public int action(long index) {
        return actions[entry(index)];
    }

    /** How many indexes of the same action come before this one, counted as the class comment says. */
    public long rank(long index) {
        int entry = entry(index);
        return index / size * part(actions[entry]) + ranks[entry];
    }

    /** The index of a rank: {@code index(action(i), rank(i)) == i}. The action must be part of the mix. */
    public long index(int action, long rank) {
        long block = rank / part(action);
        int entry = entries[action][(int) (rank % part(action))];
        return block * size + (entry - rotation(block) + size) % size;
    }

    /** How many of an action stand in the whole blocks before an index; their ranks are 0 up to this. */
    public long before(int action, long index) {
        return index <= 0 ? 0 : index / size * part(action);
    }

    /** How many of an action each block holds. */
    public int part(int action) {
        return entries[action].length;
    }

    public int size() {
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
