package muster.neo4j.flight;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.neo4j.gds.NodeLabel;
import org.neo4j.gds.api.Graph;
import org.neo4j.gds.api.GraphStore;
import org.neo4j.gds.api.nodeproperties.ValueType;
import org.neo4j.gds.api.properties.nodes.NodePropertyValues;
import org.neo4j.gds.core.loading.GraphStoreCatalog;
import org.neo4j.gds.core.loading.GraphStoreCatalog.GraphStoreCatalogEntryWithUsername;

/**
 * The rows of a ticket, before they are divided into partitions.
 *
 * @param graph the nodes that have the labels
 * @param dimension floats in each vector
 */
record Source(Graph graph, NodePropertyValues values, int dimension) {
    static final String ID = "nodeId";
    static final String VECTOR = "propertyValue";

    /** Throws FlightRuntimeException that names what is not there, and what is. */
    static Source of(StreamTicket ticket) {
        GraphStore store = store(ticket);
        Graph graph = store.getGraph(labels(ticket, store));
        NodePropertyValues values = graph.nodeProperties(ticket.property());
        if (values == null) {
            throw notFound("no node property " + ticket.property() + " in graph " + ticket.graph()
                    + there(store.nodePropertyKeys()));
        }
        if (values.valueType() != ValueType.FLOAT_ARRAY) {
            throw CallStatus.INVALID_ARGUMENT
                    .withDescription("property " + ticket.property() + " is of type " + values.valueType()
                            + ", and only lists of 32-bit floats are streamed")
                    .toRuntimeException();
        }
        return new Source(graph, values, dimension(graph, values));
    }

    private static int dimension(Graph graph, NodePropertyValues values) {
        return values.dimension().orElseGet(() -> graph.nodeCount() == 0 ? 0 : values.floatArrayValue(0).length);
    }

    private static GraphStore store(StreamTicket ticket) {
        List<GraphStoreCatalogEntryWithUsername> entries = GraphStoreCatalog.getAllGraphStores()
                .filter(entry -> database(entry).equals(ticket.database()))
                .toList();
        List<GraphStoreCatalogEntryWithUsername> named = entries.stream()
                .filter(entry -> name(entry).equals(ticket.graph()))
                .toList();
        if (named.isEmpty()) {
            throw notFound("no graph " + ticket.graph() + " of database " + ticket.database() + " in the catalog"
                    + there(entries.stream().map(Source::name).toList()));
        }
        if (named.size() > 1) {
            throw CallStatus.INVALID_ARGUMENT
                    .withDescription("several users have a graph " + ticket.graph() + ": give it a unique name")
                    .toRuntimeException();
        }
        return named.get(0).catalogEntry().graphStore();
    }

    private static String database(GraphStoreCatalogEntryWithUsername entry) {
        return entry.catalogEntry().graphStore().databaseInfo().databaseId().databaseName();
    }

    private static String name(GraphStoreCatalogEntryWithUsername entry) {
        return entry.catalogEntry().config().graphName();
    }

    private static Collection<NodeLabel> labels(StreamTicket ticket, GraphStore store) {
        if (ticket.labels().contains("*")) {
            return store.nodeLabels();
        }
        List<NodeLabel> wanted = ticket.labels().stream().map(NodeLabel::of).toList();
        for (NodeLabel label : wanted) {
            if (!store.nodeLabels().contains(label)) {
                throw notFound("no node label " + label.name() + " in graph " + ticket.graph()
                        + there(store.nodeLabels().stream().map(NodeLabel::name).toList()));
            }
        }
        return wanted;
    }

    private static FlightRuntimeException notFound(String what) {
        return CallStatus.NOT_FOUND.withDescription(what).toRuntimeException();
    }

    private static String there(Collection<String> names) {
        return names.isEmpty()
                ? "; there are none"
                : new TreeSet<>(names).stream().collect(Collectors.joining(", ", "; there are: ", ""));
    }

    /** int64 and a list of {@link #dimension} 32-bit floats; neither is ever null. */
    Schema schema() {
        ArrowType single = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
        Field item = new Field("item", FieldType.notNullable(single), null);
        FieldType vector = FieldType.notNullable(new ArrowType.FixedSizeList(dimension));
        FieldType id = FieldType.notNullable(new ArrowType.Int(64, true));
        return new Schema(List.of(new Field(ID, id, null), new Field(VECTOR, vector, List.of(item))));
    }
}
