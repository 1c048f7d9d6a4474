package muster.workloads.answers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads encoded rows as the values that a CSV file can hold: numbers, texts, truth values, null, and lists and maps of these,
 * for {@code ./muster answers export}.
 */
public final class AnswerDecoder {
    private final ByteBuffer in;

    private AnswerDecoder(byte[] encoded) {
        in = ByteBuffer.wrap(encoded);
    }

    /**
     * One list of values a row.
     *
     * @throws IllegalArgumentException naming a value of another type
     */
    public static List<List<@Nullable Object>> rows(byte[] encoded) {
        AnswerDecoder decoder = new AnswerDecoder(encoded);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (decoder.in.hasRemaining()) {
            decoder.in.get();
            rows.add(decoder.list());
        }
        return rows;
    }

    private @Nullable Object value() {
        int tag = in.get();
        return switch (tag) {
            case AnswerTag.NULL -> null;
            case AnswerTag.FALSE -> false;
            case AnswerTag.TRUE -> true;
            case AnswerTag.INTEGER -> in.getLong();
            case AnswerTag.DOUBLE -> in.getDouble();
            case AnswerTag.BIG_INTEGER, AnswerTag.DECIMAL -> new BigDecimal(text());
            case AnswerTag.TEXT -> text();
            case AnswerTag.LIST -> list();
            case AnswerTag.MAP -> map();
            case AnswerTag.NODE, AnswerTag.EDGE, AnswerTag.PATH ->
                throw new IllegalArgumentException("a node, edge or path; let the statement return its properties");
            default ->
                throw new IllegalArgumentException(
                        "a time, point, set or bytes; let the statement return it as a number or text");
        };
    }

    private List<@Nullable Object> list() {
        int size = in.getInt();
        List<@Nullable Object> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(value());
        }
        return values;
    }

    private Map<String, @Nullable Object> map() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int left = in.getInt(); left > 0; left--) {
            map.put(String.valueOf(value()), value());
        }
        return map;
    }

    private String text() {
        byte[] content = new byte[in.getInt()];
        in.get(content);
        return new String(content, UTF_8);
    }
}
