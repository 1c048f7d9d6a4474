package muster.workloads.answers;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import muster.workloads.answers.AnswerValue.Edge;
import muster.workloads.answers.AnswerValue.Node;
import muster.workloads.answers.AnswerValue.Path;
import muster.workloads.answers.AnswerValue.Point;
import muster.workloads.answers.AnswerValue.Span;
import org.jspecify.annotations.Nullable;

/** Writes values as bytes that are equal exactly when the values mean the same (the table of {@link AnswerSink}). */
final class AnswerEncoder {
    private static final int DEEPEST = 64;
    private static final int EXACT_DIGITS = 15;
    private static final long DAY_NS = Duration.ofDays(1).toNanos();

    private final AnswerBytes out;
    private int depth;

    AnswerEncoder(AnswerBytes out) {
        this.out = out;
    }

    void row(@Nullable Object[] values) {
        depth = 0;
        out.tagged(AnswerTag.ROW, values.length);
        for (Object value : values) {
            value(value);
        }
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> out.tag(AnswerTag.NULL);
            case Long number -> out.tagged(AnswerTag.INTEGER, number.longValue());
            case String text -> out.text(AnswerTag.TEXT, text);
            case Integer number -> out.tagged(AnswerTag.INTEGER, number.longValue());
            case Boolean truth -> out.tag(truth ? AnswerTag.TRUE : AnswerTag.FALSE);
            case Number number -> number(number);
            case AnswerValue graph -> graph(graph);
            case List<?> list -> nested(AnswerTag.LIST, list);
            case Map<?, ?> map -> map(map);
            case Set<?> set -> set(set);
            case Object[] array -> nested(AnswerTag.LIST, Arrays.asList(array));
            case byte[] bytes -> out.block(AnswerTag.BYTES, bytes);
            case Character character -> out.text(AnswerTag.TEXT, character.toString());
            case UUID id -> out.text(AnswerTag.TEXT, id.toString());
            default -> time(value);
        }
    }

    private void number(Number number) {
        switch (number) {
            case Double real -> real(real);
            case Float real -> real(real);
            case Short small -> out.tagged(AnswerTag.INTEGER, small.longValue());
            case Byte small -> out.tagged(AnswerTag.INTEGER, small.longValue());
            case BigInteger big -> integer(big);
            case BigDecimal decimal -> decimal(decimal.stripTrailingZeros());
            default -> throw unsupported(number);
        }
    }

    private void real(double value) {
        long integer = (long) value;
        if (integer == value && integer != Long.MAX_VALUE) {
            out.tagged(AnswerTag.INTEGER, integer);
        } else {
            out.tagged(AnswerTag.DOUBLE, Double.doubleToLongBits(value));
        }
    }

    private void integer(BigInteger value) {
        double real = value.doubleValue();
        if (value.bitLength() < Long.SIZE) {
            out.tagged(AnswerTag.INTEGER, value.longValue());
        } else if (Double.isFinite(real) && new BigDecimal(real).compareTo(new BigDecimal(value)) == 0) {
            out.tagged(AnswerTag.DOUBLE, Double.doubleToLongBits(real));
        } else {
            out.text(AnswerTag.BIG_INTEGER, value.toString());
        }
    }

    private void decimal(BigDecimal value) {
        if (value.scale() <= 0) {
            integer(value.toBigIntegerExact());
        } else if (value.precision() <= EXACT_DIGITS) {
            real(value.doubleValue());
        } else {
            out.text(AnswerTag.DECIMAL, value.toPlainString());
        }
    }

    private void time(Object value) {
        switch (value) {
            case Instant instant -> instant(instant);
            case ZonedDateTime time -> instant(time.toInstant());
            case OffsetDateTime time -> instant(time.toInstant());
            case LocalDateTime time -> instant(time.toInstant(ZoneOffset.UTC));
            case Date time -> instant(time.toInstant());
            case LocalDate date -> out.tagged(AnswerTag.DATE, date.toEpochDay());
            case LocalTime time -> out.tagged(AnswerTag.LOCAL_TIME, time.toNanoOfDay());
            case OffsetTime time -> out.tagged(AnswerTag.UTC_TIME, utcNanoOfDay(time));
            case Duration duration -> span(0, 0, duration.getSeconds(), duration.getNano());
            case Period period -> span(period.getYears() * 12L + period.getMonths(), period.getDays(), 0, 0);
            default -> throw unsupported(value);
        }
    }

    private void instant(Instant instant) {
        out.tagged(AnswerTag.INSTANT, instant.getEpochSecond());
        out.number(instant.getNano());
    }

    private static long utcNanoOfDay(OffsetTime time) {
        long offsetNs = time.getOffset().getTotalSeconds() * 1_000_000_000L;
        return Math.floorMod(time.toLocalTime().toNanoOfDay() - offsetNs, DAY_NS);
    }

    private void span(long months, long days, long seconds, long nanos) {
        out.tagged(AnswerTag.DURATION, months);
        out.number(days);
        out.number(seconds);
        out.number(nanos);
    }

    private void graph(AnswerValue value) {
        switch (value) {
            case Node node -> {
                out.tag(AnswerTag.NODE);
                value(node.identity());
            }
            case Edge edge -> {
                out.text(AnswerTag.EDGE, edge.type());
                value(edge.identity());
            }
            case Path path -> nested(AnswerTag.PATH, path.elements());
            case Point point -> point(point);
            case Span span -> span(span.months(), span.days(), span.seconds(), span.nanos());
        }
    }

    private void point(Point point) {
        out.tagged(AnswerTag.POINT, point.srid());
        out.number(point.coordinates().size());
        for (double coordinate : point.coordinates()) {
            out.number(Double.doubleToLongBits(coordinate + 0.0));
        }
    }

    private void nested(int tag, Collection<?> values) {
        deeper();
        out.tagged(tag, values.size());
        values.forEach(this::value);
        depth--;
    }

    private void set(Set<?> values) {
        deeper();
        out.tagged(AnswerTag.SET, values.size());
        int[] starts = new int[values.size()];
        int i = 0;
        for (Object value : values) {
            starts[i++] = out.size();
            value(value);
        }
        out.sort(starts);
        depth--;
    }

    private void map(Map<?, ?> entries) {
        deeper();
        out.tagged(AnswerTag.MAP, entries.size());
        int[] starts = new int[entries.size()];
        int i = 0;
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            starts[i++] = out.size();
            value(entry.getKey());
            value(entry.getValue());
        }
        out.sort(starts);
        depth--;
    }

    private void deeper() {
        if (++depth > DEEPEST) {
            throw new IllegalArgumentException("an answer with lists more than " + DEEPEST + " deep");
        }
    }

    private static IllegalArgumentException unsupported(Object value) {
        return new IllegalArgumentException(
                "an answer with a value of " + value.getClass().getName() + ", which has no portable meaning");
    }
}
