package muster.targets.hugegraph;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hugegraph.driver.SchemaManager;
import org.apache.hugegraph.structure.SchemaElement;

/** What HugeGraph must know before anything is stored. No index is made: vertices and edges are found by their keys. */
record Schema(SchemaManager schema) {
    static final String MARK = "MusterRun";
    static final String MARKER = "marker";
    static final String VERTEX = "Vertex";
    static final String NAME = "name";
    static final String EDGE = "EDGE";

    /** The id of an edge of batch-insert, and its sort key: edges between the same ends are told apart by it. */
    static final String NUMBER = "number";

    /** Of setting "edgePayload". */
    static final String PAYLOAD = "payload";

    private static final String USER = "User";
    private static final String POST = "Post";
    private static final String NEWEST = "newest";
    private static final String MESSAGE = "message";
    private static final String RANK = "rank";
    private static final String FOLLOWS = "FOLLOWS";
    private static final String PUBLISHED = "PUBLISHED";
    private static final String GRAPHITY = "GRAPHITY";
    private static final Set<String> OURS = Set.of(MARK, VERTEX, EDGE, USER, POST, FOLLOWS, PUBLISHED, GRAPHITY);

    /** Labels of vertices and edges that Muster does not make. */
    List<String> foreign() {
        return Stream.<SchemaElement>concat(schema.getVertexLabels().stream(), schema.getEdgeLabels().stream())
                .map(SchemaElement::name)
                .filter(name -> !OURS.contains(name))
                .toList();
    }

    void create() {
        Stream.of(NUMBER, NEWEST, RANK)
                .forEach(name -> schema.propertyKey(name).asLong().ifNotExist().create());
        Stream.of(MARKER, NAME, MESSAGE, PAYLOAD)
                .forEach(name -> schema.propertyKey(name).asText().ifNotExist().create());
        vertices(MARK, MARKER);
        vertices(USER, NEWEST);
        vertices(POST, MESSAGE);
        schema.vertexLabel(VERTEX)
                .useCustomizeNumberId()
                .properties(NAME)
                .enableLabelIndex(false)
                .ifNotExist()
                .create();
        schema.edgeLabel(FOLLOWS)
                .link(USER, USER)
                .enableLabelIndex(false)
                .ifNotExist()
                .create();
        sorted(PUBLISHED, USER, POST, RANK);
        sorted(GRAPHITY, USER, USER, RANK);
        edges();
    }

    private void vertices(String label, String property) {
        schema.vertexLabel(label)
                .useCustomizeStringId()
                .properties(property)
                .enableLabelIndex(false)
                .ifNotExist()
                .create();
    }

    /** Most plans have no payload, so it may be left out. */
    private void edges() {
        schema.edgeLabel(EDGE)
                .link(VERTEX, VERTEX)
                .multiTimes()
                .properties(NUMBER, PAYLOAD)
                .sortKeys(NUMBER)
                .nullableKeys(PAYLOAD)
                .enableLabelIndex(false)
                .ifNotExist()
                .create();
    }

    private void sorted(String label, String source, String target, String key) {
        schema.edgeLabel(label)
                .link(source, target)
                .multiTimes()
                .properties(key)
                .sortKeys(key)
                .enableLabelIndex(false)
                .ifNotExist()
                .create();
    }
}
