package muster.targets.janusgraph.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.junit.jupiter.api.Test;

class GraphSonTest {
    /** As Titan 1.0 answers. */
    private static final String ANSWER = """
            [{"id": 4128, "label": "User", "type": "vertex",
              "properties": {"id": [{"id": "2s5-36o-1l1", "value": 7}]}},
             {"id": "3yh-36o-4r9-3a8", "label": "KNOWS", "type": "edge", "inV": 1, "outV": 2, "inVLabel": "User",
              "outVLabel": "User", "properties": {"since": 2019}},
             {"id": 1, "type": "a text"}, [1, 2.5, null]]""";

    @Test
    void elements_keep_their_properties_and_whole_numbers_are_long() throws Exception {
        List<?> values = GraphSon.values(new ObjectMapper().readValue(ANSWER, List.class));
        assertThat(((Vertex) values.get(0)).<Object>value("id")).isEqualTo(7L);
        assertThat(((Vertex) values.get(0)).label()).isEqualTo("User");
        assertThat(((Edge) values.get(1)).<Object>value("since")).isEqualTo(2019L);
        assertThat(values.get(2)).isEqualTo(Map.of("id", 1L, "type", "a text"));
        assertThat((List<?>) values.get(3)).asString().isEqualTo("[1, 2.5, null]");
    }
}
