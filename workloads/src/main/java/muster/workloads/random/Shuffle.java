package muster.workloads.random;

/** A seeded permutation held in memory, where a few nanoseconds matter more than four bytes an element. */
public final class Shuffle {
    private Shuffle() {}

    /**
     * 0 .. size - 1 in a seeded order: for i from size - 1 down to 1, element i changes places with element below(i +
     * 1, mix(key, i)).
     */
    public static int[] of(int size, long key) {
        int[] elements = new int[size];
        for (int i = 0; i < size; i++) {
            elements[i] = i;
        }
        for (int i = size - 1; i > 0; i--) {
            int other = (int) Mix.below(i + 1L, Mix.mix(key, i));
            int moved = elements[i];
            elements[i] = elements[other];
            elements[other] = moved;
        }
        return elements;
    }

    /** {@code inverse[elements[i]] == i}. */
    public static int[] inverse(int[] elements) {
        int[] inverse = new int[elements.length];
        for (int i = 0; i < elements.length; i++) {
            inverse[elements[i]] = i;
        }
        return inverse;
    }
}
