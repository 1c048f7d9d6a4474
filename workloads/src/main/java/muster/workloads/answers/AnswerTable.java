package muster.workloads.answers;

import java.util.Arrays;
import muster.workloads.random.Mix;

/** Digests by operation and key, in arrays: millions of them take 40 bytes each, and finding one allocates nothing. */
final class AnswerTable {
    private static final int NONE = -1;

    private long[] keys = new long[1024];
    private long[] rows = new long[1024];
    private long[] hashes = new long[1024];
    private long[] offsets = new long[1024];
    /** Places of answers by hash, open addressing: a power of two, at most half full. */
    private int[] slots = emptySlots(2048);

    private int size;

    /** False if there is one already. */
    boolean add(int operation, long key, AnswerDigest digest, long offset) {
        if (size == keys.length) {
            grow();
        }
        long mixed = Mix.mix(operation, key);
        int slot = slot(mixed);
        if (slots[slot] != NONE) {
            return false;
        }
        slots[slot] = size;
        keys[size] = mixed;
        rows[size] = digest.rows();
        hashes[size] = digest.hash();
        offsets[size++] = offset;
        return true;
    }

    /** The place of an answer; below 0 if there is none. */
    int find(int operation, long key) {
        return slots[slot(Mix.mix(operation, key))];
    }

    AnswerDigest digest(int place) {
        return new AnswerDigest(rows[place], hashes[place]);
    }

    boolean equal(int place, long otherRows, long otherHash) {
        return rows[place] == otherRows && hashes[place] == otherHash;
    }

    long offset(int place) {
        return offsets[place];
    }

    int size() {
        return size;
    }

    /** Where this key is, or would be. */
    private int slot(long mixed) {
        int mask = slots.length - 1;
        int slot = (int) mixed & mask;
        while (slots[slot] != NONE && keys[slots[slot]] != mixed) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int capacity = Math.multiplyExact(2, size);
        keys = Arrays.copyOf(keys, capacity);
        rows = Arrays.copyOf(rows, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        offsets = Arrays.copyOf(offsets, capacity);
        slots = emptySlots(2 * capacity);
        for (int place = 0; place < size; place++) {
            slots[slot(keys[place])] = place;
        }
    }

    private static int[] emptySlots(int count) {
        int[] slots = new int[count];
        Arrays.fill(slots, NONE);
        return slots;
    }
}
