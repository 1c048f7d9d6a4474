package muster.workloads.insert;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import muster.workloads.plan.language.Settings;
import muster.workloads.random.Mix;

/**
 * The text that each edge of batch-insert carries in addition to its ends, so that requests have the size of a real
 * data set's: a pure function of the edge's id, like the message of a post. Six bits a character, so no compression
 * makes it shorter than three quarters. Character c is entry (h &gt;&gt;&gt; 8 * (c mod 8)) mod 64 of the alphabet A-Z,
 * a-z, 0-9, "-", "_" with h = mix(edge, c / 8).
 *
 * @param length characters; 0 where edges have none
 */
public record EdgePayload(int length) {
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    /** Setting "edgePayload" of section "workload", in characters. */
    public static EdgePayload of(Settings workload) {
        return new EdgePayload((int) workload.integer("edgePayload"));
    }

    /** Whether edges have one. */
    public boolean present() {
        return length > 0;
    }

    /** Of one edge, ASCII. */
    public String text(long edge) {
        byte[] text = new byte[length];
        for (int c = 0; c < length; c++) {
            long hash = Mix.mix(edge, c / Long.BYTES) >>> (Byte.SIZE * (c % Long.BYTES));
            text[c] = ALPHABET[(int) hash & 63];
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Of a batch, in its order. */
    public List<String> texts(long[] edges) {
        return LongStream.of(edges).mapToObj(this::text).toList();
    }
}
