package muster.workloads.answers;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Rows of every type of value, each with its description as JSON (README.md of the golden vectors). */
public final class RandomRows {
    private static final String[] TEXTS = {
        "", "a", "1", "true", "null", "ä", "\u20ac", "\ud83d\ude00", "x\u0000y", "long ".repeat(20)
    };
    private static final double[] REALS = {
        0.0, -0.0, 0.1, 1.5, -2.0, 1e18, 0x1p63, 1e300, Double.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY
    };
    private static final long[] INTEGERS = {0, 1, -1, 3, 255, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE};

    private final Random random;

    public RandomRows(long seed) {
        random = new Random(seed);
    }

    /**
     * A value and how it is written down.
     *
     * @param json a map of one entry: the type and the value as texts
     */
    public record Described(Object value, Map<String, Object> json) {}

    /** A row of up to 6 values. */
    public List<Described> row() {
        return several(6, 3);
    }

    private List<Described> several(int most, int depth) {
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(i -> value(depth))
                .toList();
    }

    /** A value with lists in lists down to a depth. */
    public Described value(int depth) {
        int type = random.nextInt(depth > 0 ? 20 : 14);
        return switch (type) {
            case 0 -> described("null", null, "");
            case 1 -> described("boolean", random.nextBoolean());
            case 2, 3 -> integer();
            case 4 -> real();
            case 5 -> big();
            case 6 -> decimal();
            case 7 -> text();
            case 8 -> bytes();
            case 9, 10, 11, 12 -> time(type);
            case 13 -> point();
            default -> nested(type, depth - 1);
        };
    }

    private Described integer() {
        long value = random.nextBoolean() ? INTEGERS[random.nextInt(INTEGERS.length)] : random.nextInt(1000);
        boolean narrow = value == (int) value && random.nextBoolean();
        return described("integer", narrow ? (Object) (int) value : (Object) value, Long.toString(value));
    }

    private Described real() {
        double value = random.nextBoolean() ? REALS[random.nextInt(REALS.length)] : random.nextGaussian();
        return described("double", value, Double.toString(value));
    }

    private Described big() {
        BigInteger value =
                new BigInteger(random.nextInt(200), random).multiply(BigInteger.valueOf(random.nextInt(3) - 1));
        return described("integer", value, value.toString());
    }

    private Described decimal() {
        BigDecimal value = new BigDecimal(new BigInteger(random.nextInt(90), random), random.nextInt(12));
        return described("decimal", value, value.toPlainString());
    }

    private Described text() {
        String value = TEXTS[random.nextInt(TEXTS.length)];
        return described("text", value, value);
    }

    private Described bytes() {
        byte[] value = new byte[random.nextInt(20)];
        random.nextBytes(value);
        return described("bytes", value, HexFormat.of().formatHex(value));
    }

    private Described time(int type) {
        Instant instant = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1000L);
        ZoneOffset offset = ZoneOffset.ofHoursMinutes(random.nextInt(12), random.nextInt(60));
        LocalTime time = LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(random.nextInt(1_000_000) * 1000);
        return switch (type) {
            case 9 -> described("datetime", instant.atOffset(offset), full(instant.atOffset(offset)));
            case 10 -> described("date", LocalDate.ofEpochDay(random.nextInt(40_000)));
            case 11 ->
                random.nextBoolean()
                        ? described("time", time, time.format(DateTimeFormatter.ISO_LOCAL_TIME))
                        : described(
                                "offsetTime",
                                OffsetTime.of(time, offset),
                                time.format(DateTimeFormatter.ISO_LOCAL_TIME) + offset);
            default ->
                random.nextBoolean()
                        ? span()
                        : described("localDateTime", LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
        };
    }

    private static String full(OffsetDateTime time) {
        return time.toLocalDateTime() + time.getOffset().toString();
    }

    private Described span() {
        long[] parts = random.longs(4, 0, 1000).toArray();
        return described(
                "duration",
                new AnswerValue.Span(parts[0], parts[1], parts[2], parts[3]),
                LongStream.of(parts).mapToObj(Long::toString).toList());
    }

    private Described point() {
        List<Double> coordinates = List.of(random.nextDouble(), -0.0);
        return described(
                "point",
                new AnswerValue.Point(4326, coordinates),
                List.of("4326", coordinates.get(0).toString(), "-0.0"));
    }

    private Described nested(int type, int depth) {
        List<Described> inner = several(4, depth);
        List<Object> values = new ArrayList<>();
        inner.forEach(each -> values.add(each.value()));
        List<Object> json =
                List.copyOf(inner.stream().map(each -> (Object) each.json()).toList());
        return switch (type) {
            case 14 -> described("list", values, json);
            case 15 -> described("list", values.toArray(), json);
            case 16 -> set();
            case 17 -> map(inner);
            case 18 -> identity(depth);
            default -> described("path", new AnswerValue.Path(values), json);
        };
    }

    private Described set() {
        HashSet<Object> values = new HashSet<>();
        random.ints(random.nextInt(5), 0, 1000).forEach(each -> values.add((long) each));
        return described(
                "set",
                values,
                values.stream()
                        .map(each -> (Object) Map.of("integer", each.toString()))
                        .toList());
    }

    private Described map(List<Described> inner) {
        Map<Object, Object> values = new LinkedHashMap<>();
        List<Object> json = new ArrayList<>();
        for (Described each : inner) {
            String key = "key" + random.nextInt(1_000_000);
            values.put(key, each.value());
            json.add(List.of(Map.of("text", key), each.json()));
        }
        return described("map", values, json);
    }

    private Described identity(int depth) {
        Described key = value(Math.min(depth, 0));
        return random.nextBoolean()
                ? described("node", new AnswerValue.Node(key.value()), key.json())
                : described("edge", new AnswerValue.Edge("KNOWS", key.value()), List.of("KNOWS", key.json()));
    }

    private static Described described(String type, Object value) {
        return described(type, value, value.toString());
    }

    private static Described described(String type, Object value, Object json) {
        return new Described(value, Map.of(type, json));
    }

    /** Some of everything, the same for the same seed. */
    public static Stream<List<Described>> rows(long seed, int count) {
        RandomRows rows = new RandomRows(seed);
        return Stream.generate(rows::row).limit(count);
    }
}
