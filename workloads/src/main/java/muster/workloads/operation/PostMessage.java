package muster.workloads.operation;

import java.nio.charset.StandardCharsets;
import muster.workloads.plan.language.Settings;
import muster.workloads.random.Mix;

/**
 * The text of a post: letters and spaces, a pure function of the post's id. Character c is entry (h &gt;&gt;&gt; 8 * (c mod 8)) mod
 * 64 of the alphabet with h = mix(post, c / 8). The alphabet is a to z twice, then twelve spaces.
 */
public final class PostMessage {
    private static final byte[] ALPHABET =
            ("abcdefghijklmnopqrstuvwxyz".repeat(2) + " ".repeat(12)).getBytes(StandardCharsets.US_ASCII);

    private PostMessage() {}

    /** Setting "messageLength" of section "workload", in characters. */
    public static int length(Settings workload) {
        return (int) workload.integer("messageLength");
    }

    /** {@code length} ASCII characters. */
    public static String of(long post, int length) {
        byte[] text = new byte[length];
        for (int c = 0; c < length; c += Long.BYTES) {
            long hash = Mix.mix(post, c / Long.BYTES);
            int end = Math.min(length, c + Long.BYTES);
            for (int i = c; i < end; i++) {
                text[i] = ALPHABET[(int) hash & 63];
                hash >>>= Byte.SIZE;
            }
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
