package muster.workloads.operation;

import java.nio.charset.StandardCharsets;
import muster.workloads.random.Mix;

/** Hashes of what an operation asks, defined on integers and UTF-8 bytes so that every language agrees. */
final class Digest {
    private Digest() {}

    static long of(OperationKind kind, long head, long[] values) {
        long hash = Mix.mix(kind.code(), head);
        for (long value : values) {
            hash = Mix.mix(hash, value);
        }
        return hash;
    }

    static long of(String text) {
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
}
