package muster.workloads.answers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads encoded rows as texts for people: {@code [1, "a", node 7]}. */
public final class AnswerRows {
    /** Values within values: no database nests deeper, and a stack holds that many. */
    private static final int MAX_NESTED = 100;

    private final ByteBuffer in;
    private int nested;

    private AnswerRows(byte[] encoded) {
        in = ByteBuffer.wrap(encoded);
    }

    /**
     * The rows as one text each.
     *
     * @throws IllegalArgumentException if these bytes are no rows
     */
    public static List<String> texts(byte[] encoded) {
        AnswerRows rows = new AnswerRows(encoded);
        try {
            List<String> texts = new ArrayList<>();
            while (rows.in.hasRemaining()) {
                texts.add(rows.value());
            }
            return texts;
        } catch (BufferUnderflowException | DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("no rows of an answer: " + e, e);
        }
    }

    /** How many rows these are. */
    static int count(byte[] encoded) {
        return texts(encoded).size();
    }

    /** The first of these rows, as many as have no more than so many bytes. */
    public static byte[] first(byte[] encoded, int mostBytes) {
        if (encoded.length <= mostBytes) {
            return encoded;
        }
        AnswerRows rows = new AnswerRows(encoded);
        int end = 0;
        while (rows.in.position() <= mostBytes) {
            end = rows.in.position();
            rows.value();
        }
        return Arrays.copyOf(encoded, end);
    }

    private String value() {
        if (++nested > MAX_NESTED) {
            throw new IllegalArgumentException("no rows of an answer: nested more than " + MAX_NESTED + " times");
        }
        String value = value(in.get());
        nested--;
        return value;
    }

    private String value(int tag) {
        return switch (tag) {
            case AnswerTag.NULL -> "null";
            case AnswerTag.FALSE -> "false";
            case AnswerTag.TRUE -> "true";
            case AnswerTag.INTEGER -> Long.toString(in.getLong());
            case AnswerTag.BIG_INTEGER, AnswerTag.DECIMAL -> text();
            case AnswerTag.DOUBLE -> Double.toString(in.getDouble());
            case AnswerTag.TEXT -> quoted(text());
            case AnswerTag.BYTES -> "bytes " + HexFormat.of().formatHex(block());
            case AnswerTag.LIST, AnswerTag.ROW -> values("[", "]");
            case AnswerTag.SET -> values("{", "}");
            case AnswerTag.MAP -> entries();
            case AnswerTag.NODE -> "node " + value();
            case AnswerTag.EDGE -> "edge " + text() + " " + value();
            case AnswerTag.PATH -> values("path [", "]");
            default -> other(tag);
        };
    }

    private String other(int tag) {
        return switch (tag) {
            case AnswerTag.INSTANT ->
                Instant.ofEpochSecond(in.getLong(), in.getInt()).toString();
            case AnswerTag.DATE -> LocalDate.ofEpochDay(in.getLong()).toString();
            case AnswerTag.LOCAL_TIME -> LocalTime.ofNanoOfDay(in.getLong()).toString();
            case AnswerTag.UTC_TIME -> LocalTime.ofNanoOfDay(in.getLong()) + "Z";
            case AnswerTag.DURATION ->
                "P%dM%dDT%d.%09dS".formatted(in.getLong(), in.getLong(), in.getLong(), in.getLong());
            case AnswerTag.POINT -> point(in.getInt(), in.getInt());
            default -> throw new IllegalArgumentException("no rows of an answer: tag " + tag);
        };
    }

    private String values(String open, String close) {
        return repeated(in.getInt(), open, close, this::value);
    }

    private String entries() {
        return repeated(in.getInt(), "{", "}", () -> value() + ": " + value());
    }

    private String point(int srid, int coordinates) {
        return repeated(coordinates, "point " + srid + " (", ")", () -> Double.toString(in.getDouble()));
    }

    private static String repeated(int count, String open, String close, Supplier<String> next) {
        return IntStream.range(0, count).mapToObj(i -> next.get()).collect(Collectors.joining(", ", open, close));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private String text() {
        return new String(block(), UTF_8);
    }

    private byte[] block() {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] block = new byte[length];
        in.get(block);
        return block;
    }
}
