package muster.workloads.answers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of answers for which the JDK has no type. */
public sealed interface AnswerValue {
    /**
     * A vertex.
     *
     * @param identity the value of the property that the plan chose; null if the vertex has no such property
     */
    record Node(@Nullable Object identity) implements AnswerValue {}

    /**
     * A relationship.
     *
     * @param type its label
     * @param identity the value of the property that the plan chose; null if the edge has no such property
     */
    record Edge(String type, @Nullable Object identity) implements AnswerValue {}

    /**
     * A walk through the graph.
     *
     * @param elements in order
     */
    record Path(List<?> elements) implements AnswerValue {}

    /**
     * A place.
     *
     * @param srid 4326 and 4979 for longitude and latitude (and height), 7203 and 9157 for Cartesian coordinates
     * @param coordinates x (longitude), y (latitude), and z if there is one
     */
    record Point(int srid, List<Double> coordinates) implements AnswerValue {}

    /** An amount of time; months, days and seconds are not converted into each other. */
    record Span(long months, long days, long seconds, long nanos) implements AnswerValue {}
}
