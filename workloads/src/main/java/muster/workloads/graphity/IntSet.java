package muster.workloads.graphity;

import java.util.Arrays;

/** A set of ints &gt;= 0 without boxes, of a bounded size. */
final class IntSet {
    private final int[] slots;
    private final int shift;

    IntSet(int most) {
        int bits = Math.max(3, 33 - Integer.numberOfLeadingZeros(most));
        slots = new int[1 << bits];
        shift = 32 - bits;
        Arrays.fill(slots, -1);
    }

    /** Whether it was not in the set before. */
    boolean add(int value) {
        int slot = (value * 0x9E3779B1) >>> shift;
        while (slots[slot] >= 0) {
            if (slots[slot] == value) {
                return false;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = value;
        return true;
    }
}
