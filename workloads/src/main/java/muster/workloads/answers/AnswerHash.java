package muster.workloads.answers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import muster.workloads.random.Mix;

/**
 * The hash of an encoded row: its bytes, filled up with zeros to a multiple of 8, as one big-endian number modulo a prime,
 * then mixed. So any language with large integers computes it in one step: {@code mix(int.from_bytes(row) % PRIME)}. It
 * protects against errors, not against a database that wants to deceive.
 */
final class AnswerHash {
    /** The first 62 binary digits of pi, up to the next prime. Below 2^62, so that sums of two remainders fit. */
    private static final long PRIME = 0x3243F6A8885A309DL;
    /** 2^64 modulo the prime, and that times 2^64 divided by the prime (Shoup's multiplication by a constant). */
    private static final long BASE = 0x4AC2EB5563D0CEFL;

    private static final long BASE_QUOTIENT = 0x17CC1B727220A7B5L;
    private static final long ONE_QUOTIENT = 5;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private AnswerHash() {}

    /**
     * Hashes bytes [from, to), which must be followed by 7 bytes in the array.
     *
     * @param bytes set to 0 from {@code to} up to the next multiple of 8 after {@code from}
     */
    static long of(byte[] bytes, int from, int to) {
        long remainder = 0;
        for (int i = from; i < to; i += Long.BYTES) {
            long word = (long) WORDS.get(bytes, i);
            remainder = scaled(remainder) + word - Math.unsignedMultiplyHigh(word, ONE_QUOTIENT) * PRIME;
        }
        return Mix.mix(Long.remainderUnsigned(remainder, PRIME));
    }

    /** {@code value * 2^64} modulo the prime, or that plus the prime. */
    private static long scaled(long value) {
        return value * BASE - Math.unsignedMultiplyHigh(value, BASE_QUOTIENT) * PRIME;
    }
}
