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
import muster.workloads.answers.AnswerValue;
import muster.workloads.answers.DriverValues;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/** Values of the driver. Types that answers do not have, such as json, are their text. */
public final class AnswerValues extends DriverValues {
    private static final int MONTHS_OF_YEAR = 12;
    private static final long SECONDS_OF_MINUTE = 60;
    private static final long SECONDS_OF_HOUR = 3600;
    private static final long NANOS_OF_MICRO = 1000;

    private final String[] types;

    /** Of the rows of one answer. */
    public AnswerValues(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        types = new String[columns.getColumnCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = columns.getColumnTypeName(i + 1);
        }
    }

    /** The values of the row that the cursor is at. */
    public @Nullable Object[] row(ResultSet rows) throws SQLException {
        @Nullable Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = plain(listed(value(rows, i + 1, types[i])));
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

    /** Arrays, which may hold arrays, as lists. */
    private static @Nullable Object listed(@Nullable Object value) throws SQLException {
        return switch (value) {
            case Array array -> listed(array.getArray());
            case Object[] array -> {
                List<@Nullable Object> items = new ArrayList<>(array.length);
                for (Object item : array) {
                    items.add(listed(item));
                }
                yield items;
            }
            case null, default -> value;
        };
    }

    /** The names of the columns. */
    public static List<String> columns(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        return names;
    }

    @Override
    protected @Nullable Object element(@Nullable Object value) {
        return switch (value) {
            case PGInterval interval -> span(interval);
            case PGobject other -> other.getValue();
            case null, default -> value;
        };
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
