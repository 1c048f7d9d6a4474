package muster.targets.neo4j.query;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.answers.AnswerValue;
import muster.workloads.answers.DriverValues;
import org.jspecify.annotations.Nullable;
import org.neo4j.driver.Record;
import org.neo4j.driver.types.Entity;
import org.neo4j.driver.types.IsoDuration;
import org.neo4j.driver.types.Node;
import org.neo4j.driver.types.Path;
import org.neo4j.driver.types.Point;
import org.neo4j.driver.types.Relationship;

/** Values of the driver, of which nodes and edges are told apart by a property. */
public final class AnswerValues extends DriverValues {
    private final String identity;

    /**
     * Of one answer.
     *
     * @param identity the property by which nodes and edges are told apart
     */
    public AnswerValues(String identity) {
        this.identity = identity;
    }

    /** The values of one row. */
    public @Nullable Object[] row(Record row) {
        @Nullable Object[] values = new Object[row.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = plain(row.get(i).asObject());
        }
        return values;
    }

    @Override
    protected @Nullable Object element(@Nullable Object value) {
        return switch (value) {
            case Node node -> new AnswerValue.Node(identity(node));
            case Relationship edge -> new AnswerValue.Edge(edge.type(), identity(edge));
            case Path path -> new AnswerValue.Path(elements(path));
            case Point point -> point(point);
            case IsoDuration span ->
                new AnswerValue.Span(span.months(), span.days(), span.seconds(), span.nanoseconds());
            case null, default -> value;
        };
    }

    private @Nullable Object identity(Entity entity) {
        return entity.get(identity).asObject();
    }

    private List<Object> elements(Path path) {
        List<Object> elements = new ArrayList<>(2 * path.length() + 1);
        elements.add(new AnswerValue.Node(identity(path.start())));
        for (Path.Segment segment : path) {
            elements.add(new AnswerValue.Edge(segment.relationship().type(), identity(segment.relationship())));
            elements.add(new AnswerValue.Node(identity(segment.end())));
        }
        return elements;
    }

    private static AnswerValue.Point point(Point point) {
        boolean flat = Double.isNaN(point.z());
        return new AnswerValue.Point(
                point.srid(), flat ? List.of(point.x(), point.y()) : List.of(point.x(), point.y(), point.z()));
    }
}
