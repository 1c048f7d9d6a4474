package muster.targets.postgresql.query;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.List;
import muster.workloads.answer.AnswerValue;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/**
 * Turns the driver's values into those of answers, and counts the bytes of their content: a text as many as it has
 * characters, everything else 8. Types that answers do not have, such as json, are their text.
 */
public final class AnswerValues {
    private static final int MONTHS_OF_YEAR = 12;
    private static final long SECONDS_OF_MINUTE = 60;
    private static final long SECONDS_OF_HOUR = 3600;
    private static final long NANOS_OF_MICRO = 1000;

    private final String[] types;
    private long bytes;

    /** Of the rows of one answer. */
    public AnswerValues(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        types = new String[columns.getColumnCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = columns.getColumnTypeName(i + 1);
        }
    }

    /** Of all rows so far. */
    public long bytes() {
        return bytes;
    }

    /** The values of the row that the cursor is at. */
    public @Nullable Object[] row(ResultSet rows) throws SQLException {
        @Nullable Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = plain(value(rows, i + 1, types[i]));
        }
        return values;
    }

    private static @Nullable Object value(ResultSet rows, int column, String type) throws SQLException {
        return switch (type) {
            case "timestamp" -> rows.getObject(column, LocalDateTime.class);
            case "timestamptz" -> rows.getObject(column, OffsetDateTime.class);
            case "date" -> rows.getObject(column, LocalDate.class);
            case "time" -> rows.getObject(column, LocalTime.class);
            case "timetz" -> rows.getObject(column, OffsetTime.class);
            default -> rows.getObject(column);
        };
    }

    private @Nullable Object plain(@Nullable Object value) throws SQLException {
        switch (value) {
            case Array array -> {
                return items((Object[]) array.getArray());
            }
            case Object[] items -> {
                return items(items);
            }
            case String text -> bytes += text.length();
            case byte[] content -> bytes += content.length;
            case null, default -> bytes += Long.BYTES;
        }
        return switch (value) {
            case PGInterval interval -> span(interval);
            case PGobject other -> other.getValue();
            case null, default -> value;
        };
    }

    private List<@Nullable Object> items(@Nullable Object[] array) throws SQLException {
        List<@Nullable Object> items = new ArrayList<>(array.length);
        for (Object item : array) {
            items.add(plain(item));
        }
        return items;
    }

    private static AnswerValue.Span span(PGInterval interval) {
        return new AnswerValue.Span(
                (long) MONTHS_OF_YEAR * interval.getYears() + interval.getMonths(),
                interval.getDays(),
                SECONDS_OF_HOUR * interval.getHours()
                        + SECONDS_OF_MINUTE * interval.getMinutes()
                        + interval.getWholeSeconds(),
                NANOS_OF_MICRO * interval.getMicroSeconds());
    }
}
