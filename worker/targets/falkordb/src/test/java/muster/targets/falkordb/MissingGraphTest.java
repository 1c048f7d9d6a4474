package muster.targets.falkordb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.Query.Text;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Explanation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A graph that is not there has nothing to read, until it is loaded. */
@Tag("server")
class MissingGraphTest {
    private static Explanation explain(boolean write) throws Exception {
        Query query = Query.of(
                OperationKind.named(0, "query"),
                Map.of("cypher", new Text("MATCH (n) RETURN n", "q.cypher")),
                List.of(),
                write,
                false,
                false,
                "id",
                Long.MAX_VALUE);
        try (FalkorDbTarget target = TestServer.open("stou")) {
            TestServer.erase();
            return target.explain(new QueryOperation(query, new Object[0]));
        }
    }

    @Test
    void what_reads_it_is_refused_and_what_writes_creates_it() throws Exception {
        Explanation read = explain(false);
        assertThat(read.refusal()).contains("graph muster does not exist");
        assertThat(read.bySchema()).isTrue();
        assertThat(explain(true).accepted()).isTrue();
    }
}
