package muster.worker.engine.record;

/**
 * Sorts pairs of longs, by the first and then the second. It merges the runs that it finds: completions come nearly in
 * order, and then two or three passes are enough.
 */
final class RunLengthSorter {
    private long[] from;
    private long[] to;
    private final int size;

    private RunLengthSorter(long[] pairs, int size) {
        this.from = pairs;
        this.to = new long[size];
        this.size = size;
    }

    /** Returns the array with the first {@code size} longs sorted: this one or another. */
    static long[] sort(long[] pairs, int size) {
        if (end(pairs, 0, size) == size) {
            return pairs;
        }
        RunLengthSorter sort = new RunLengthSorter(pairs, size);
        while (sort.pass() > 1) {
            long[] sorted = sort.to;
            sort.to = sort.from;
            sort.from = sorted;
        }
        return sort.to;
    }

    /** Merges neighbouring runs; returns how many runs there are now. */
    private int pass() {
        int runs = 0;
        for (int start = 0; start < size; runs++) {
            int middle = end(from, start, size);
            int end = middle < size ? end(from, middle, size) : size;
            merge(start, middle, end);
            start = end;
        }
        return runs;
    }

    /** Where the run that begins here ends. */
    private static int end(long[] pairs, int start, int size) {
        int at = start + 2;
        while (at < size && !less(pairs, at, at - 2)) {
            at += 2;
        }
        return Math.min(at, size);
    }

    private static boolean less(long[] pairs, int one, int other) {
        return pairs[one] < pairs[other] || (pairs[one] == pairs[other] && pairs[one + 1] < pairs[other + 1]);
    }

    private void merge(int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at += 2) {
            boolean takeRight = left == middle || (right < end && less(from, right, left));
            int next = takeRight ? right : left;
            to[at] = from[next];
            to[at + 1] = from[next + 1];
            if (takeRight) {
                right += 2;
            } else {
                left += 2;
            }
        }
    }
}
