package muster.targets.falkordb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.targets.contract.RecordingProbe;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.GraphSchema;
import muster.workloads.schema.NodeType;
import muster.workloads.schema.ValueType;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server knows every name before the first row comes, and holds nothing but the mark. */
@Tag("server")
class NamesTest {
    @Test
    void a_reset_makes_those_of_graphity_and_batch_insert_known() throws Exception {
        try (FalkorDbTarget target = TestServer.open("graphity")) {
            target.reset("names");
            assertThat(target.contents().vertices()).isEqualTo(1);
            assertThat(known("db.labels() YIELD label")).contains("User", "Post", "Replica", "Vertex");
            assertThat(known("db.relationshipTypes() YIELD relationshipType"))
                    .contains("PUBLISHED", "FOLLOWS", "REPLICA", "GRAPHITY", "EDGE");
            assertThat(known("db.propertyKeys() YIELD propertyKey"))
                    .contains("id", "streamUpdate", "post", "message", "name", "payload");
        }
    }

    @Test
    void a_schema_makes_its_own_known() throws Exception {
        NodeType person = new NodeType(
                "Person", new Column("key", ValueType.LONG), List.of(new Column("height", ValueType.DOUBLE)));
        NodeType city = new NodeType("City", new Column("code", ValueType.STRING), List.of());
        EdgeType knows = new EdgeType("KNOWS", person, person, List.of(new Column("since", ValueType.LONG)));
        EdgeType livesIn = new EdgeType("LIVES_IN", person, city, List.of());
        try (FalkorDbTarget target = TestServer.open("stou");
                Session session = target.session(Depth.EXECUTE)) {
            target.reset("names");
            RecordingProbe.execute(
                    session, new CreateSchema(new GraphSchema(List.of(person, city), List.of(knows, livesIn))));
            assertThat(target.contents().vertices()).isEqualTo(1);
            assertThat(known("db.labels() YIELD label")).contains("Person", "City");
            assertThat(known("db.relationshipTypes() YIELD relationshipType")).contains("KNOWS", "LIVES_IN");
            assertThat(known("db.propertyKeys() YIELD propertyKey"))
                    .contains("key", "height", "code", "since", "musterBatch");
        }
    }

    private static List<String> known(String names) {
        return TestServer.query("CALL " + names + " AS name RETURN name").stream()
                .map(row -> row.<String>getValue("name"))
                .toList();
    }
}
