package muster.workloads.insert;

/** Elements first, first + 1, ... of all. */
record Batch(long first, int length) {
    static long count(long all, int size) {
        return (all + size - 1) / size;
    }

    static Batch of(long all, int size, long index) {
        long first = index * size;
        return new Batch(first, (int) Math.min(size, all - first));
    }
}
