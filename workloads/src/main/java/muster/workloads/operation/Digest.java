package muster.workloads.operation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/** Hashes of what an operation asks, defined on integers and UTF-8 bytes so that every language agrees. */
public final class Digest {
    private Digest() {}

    static long of(OperationKind kind, long head, long[] values) {
        long hash = Mix.mix(kind.code(), head);
        for (long value : values) {
            hash = Mix.mix(hash, value);
        }
        return hash;
    }

    /** h = 31 * h + b for each byte of UTF-8, then mixed. */
    public static long of(String text) {
        long hash = 0;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = hash * 31 + (b & 0xff);
        }
        return Mix.mix(hash);
    }

    static long of(String[] texts) {
        long hash = texts.length;
        for (String text : texts) {
            hash = Mix.mix(hash, of(text));
        }
        return hash;
    }

    /** Of rows in their order: the name of a value's type is not hashed, its bits are. */
    static long of(OperationKind kind, String label, List<Object[]> rows) {
        long hash = Mix.mix(kind.code(), of(label), rows.size());
        for (Object[] row : rows) {
            for (@Nullable Object value : row) {
                hash = Mix.mix(hash, of(value));
            }
        }
        return hash;
    }

    /** Of a value that a plan or a data file can hold. */
    static long of(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Long number -> Mix.mix(1, number);
            case Double number -> Mix.mix(2, Double.doubleToLongBits(number));
            case Boolean truth -> Mix.mix(3, truth ? 1 : 0);
            case String text -> Mix.mix(4, of(text));
            default ->
                throw new IllegalArgumentException("not a value of a property or parameter: " + value.getClass());
        };
    }
}
