package muster.workloads.data;

import java.util.Arrays;

/** A growing list of ints: data sets have millions, which boxed would not fit. */
final class Ints {
    private int[] values = new int[1024];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int[] all() {
        return Arrays.copyOf(values, size);
    }
}
