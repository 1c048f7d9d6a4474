package muster.workloads.random;

/**
 * A seeded permutation of 0 .. size - 1 that needs no memory: a Feistel network of six rounds, repeated until the
 * result is below size.
 *
 * <p>Let b = max(2, bit length of size - 1), right = (b + 1) / 2 bits, left = b - right bits. A value is split into L
 * (high left bits) and R (low right bits). Round i = 0 .. 5: for an even i, L = L xor (f(i, R) mod 2<sup>left</sup>);
 * for an odd i, R = R xor (f(i, L) mod 2<sup>right</sup>); f(i, x) = mix(key xor (i &lt;&lt; 56) xor x). The inverse runs
 * the rounds backwards.
 *
 * @param size 1 .. 2<sup>62</sup>
 * @param key a hash: two permutations with different keys are unrelated
 */
public record Permutation(long size, long key) {
    private static final int ROUNDS = 6;
    private static final int ROUND_SHIFT = 56;

    public Permutation {
        if (size < 1) {
            throw new IllegalArgumentException("a permutation of " + size + " elements");
        }
    }

    /** The element at a place, 0 &lt;= place &lt; size. */
    public long at(long place) {
        int right = rightBits();
        int left = bits() - right;
        long value = place;
        do {
            value = forward(value, left, right);
        } while (value >= size);
        return value;
    }

    /** The place of an element: {@code place(at(i)) == i}. */
    public long place(long element) {
        int right = rightBits();
        int left = bits() - right;
        long value = element;
        do {
            value = backward(value, left, right);
        } while (value >= size);
        return value;
    }

    private int bits() {
        return Math.max(2, 64 - Long.numberOfLeadingZeros(size - 1));
    }

    private int rightBits() {
        return (bits() + 1) / 2;
    }

    private long forward(long value, int left, int right) {
        long l = value >>> right;
        long r = value & mask(right);
        for (int round = 0; round < ROUNDS; round += 2) {
            l ^= f(round, r) & mask(left);
            r ^= f(round + 1, l) & mask(right);
        }
        return (l << right) | r;
    }

    private long backward(long value, int left, int right) {
        long l = value >>> right;
        long r = value & mask(right);
        for (int round = ROUNDS - 2; round >= 0; round -= 2) {
            r ^= f(round + 1, l) & mask(right);
            l ^= f(round, r) & mask(left);
        }
        return (l << right) | r;
    }

    private long f(int round, long half) {
        return Mix.mix(key ^ ((long) round << ROUND_SHIFT) ^ half);
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }
}
