package muster.targets.falkordb.query;

import com.falkordb.Record;
import com.falkordb.graph_entities.Edge;
import com.falkordb.graph_entities.GraphEntity;
import com.falkordb.graph_entities.Node;
import com.falkordb.graph_entities.Path;
import com.falkordb.graph_entities.Point;
import java.util.ArrayList;
import java.util.List;
import muster.workloads.answers.AnswerValue;
import muster.workloads.answers.DriverValues;
import org.jspecify.annotations.Nullable;

/** Values of the client, of which nodes and edges are identified by a property. */
public final class AnswerValues extends DriverValues {
    /** The only coordinate system that FalkorDB has. */
    private static final int WGS_84 = 4326;

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
            values[i] = plain(row.values().get(i));
        }
        return values;
    }

    @Override
    protected @Nullable Object element(@Nullable Object value) {
        return switch (value) {
            case Node node -> new AnswerValue.Node(identity(node));
            case Edge edge -> new AnswerValue.Edge(edge.getRelationshipType(), identity(edge));
            case Path path -> new AnswerValue.Path(elements(path));
            case Point point -> new AnswerValue.Point(WGS_84, List.of(point.getLongitude(), point.getLatitude()));
            case null, default -> value;
        };
    }

    private @Nullable Object identity(GraphEntity entity) {
        var property = entity.getProperty(identity);
        return property == null ? null : property.getValue();
    }

    private List<@Nullable Object> elements(Path path) {
        List<@Nullable Object> elements = new ArrayList<>(2 * path.length() + 1);
        for (int i = 0; i < path.nodeCount(); i++) {
            elements.add(element(path.getNode(i)));
            if (i < path.length()) {
                elements.add(element(path.getEdge(i)));
            }
        }
        return elements;
    }
}
