package muster.workloads.answers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of one answer as they arrive. A session hands each row over before it reads the next one, so that no
 * answer is ever held as a whole.
 *
 * <p>Values are of this closed set, whatever the database; what means the same is equal though drivers differ:
 *
 * <table>
 * <caption>Types of values</caption>
 * <tr><th>value</th><th>types</th><th>rule</th></tr>
 * <tr><td>missing</td><td>null</td><td>a row with a null differs from a shorter row</td></tr>
 * <tr><td>boolean</td><td>Boolean</td><td></td></tr>
 * <tr><td>number</td><td>Byte, Short, Integer, Long, Float, Double, BigInteger, BigDecimal</td><td>by value: 3 = 3.0,
 * 0.0 = -0.0, all NaN are one; a Float is widened exactly; a BigDecimal of up to 15 digits is its nearest double</td></tr>
 * <tr><td>text</td><td>String, Character, UUID</td><td>as it is, without Unicode normalisation</td></tr>
 * <tr><td>bytes</td><td>byte[]</td><td></td></tr>
 * <tr><td>instant</td><td>Instant, ZonedDateTime, OffsetDateTime, LocalDateTime, Date</td><td>in UTC; a date-time
 * without a zone counts as UTC; the name of a zone is left out</td></tr>
 * <tr><td>date, time</td><td>LocalDate; LocalTime, OffsetTime</td><td>a time with an offset is moved to UTC</td></tr>
 * <tr><td>duration</td><td>Duration, Period, {@link AnswerValue.Span}</td><td>months, days, seconds, nanoseconds</td></tr>
 * <tr><td>point</td><td>{@link AnswerValue.Point}</td><td>coordinate system and coordinates</td></tr>
 * <tr><td>list, set, map</td><td>List, Object[], Set, Map</td><td>of these values; a list is ordered, the entries of a set or
 * map are not</td></tr>
 * <tr><td>node, edge, path</td><td>{@link AnswerValue.Node}, {@link AnswerValue.Edge}, {@link AnswerValue.Path}</td>
 * <td>by a property that the plan names, never by an internal id</td></tr>
 * </table>
 *
 * <p>Columns count by their order, not by their names. In a language without columns (Gremlin) a result that is a map is a
 * row of its values in the order in which they arrived; any other result is a row of one value.
 */
public interface AnswerSink {
    /** A sink for answers that nobody checks; a session may leave out the conversion of values for it. */
    AnswerSink NONE = values -> {};

    /**
     * Takes the names of the columns, before the first row; targets that know of none leave it out. Only steps of a journey
     * refer to them.
     */
    default void columns(List<String> names) {}

    /**
     * Takes the next row.
     *
     * @param values one a column; the sink does not keep the array, nor mutable values in it
     * @throws IllegalArgumentException if a value is of another type
     */
    void row(@Nullable Object[] values);
}
