package muster.targets.neo4j;

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

/** What is said of statements before they are executed. */
@Tag("server")
class QueryExplanationTest {
    private static Explanation explain(String cypher) throws Exception {
        Query query = Query.of(
                OperationKind.named(0, "query"),
                Map.of("cypher", new Text(cypher, "q.cypher")),
                List.of("id"),
                false,
                false,
                false,
                "id",
                Long.MAX_VALUE);
        try (Neo4jTarget target = TestServer.open("stou")) {
            return target.explain(new QueryOperation(query, new Object[] {5L}));
        }
    }

    @Test
    void a_statement_that_does_not_parse_is_refused_with_its_line_and_column() throws Exception {
        Explanation second = explain("MATCH (n)\nRETRN n");
        assertThat(second.line()).isEqualTo(2);
        assertThat(second.refusal()).contains("RETRN").contains("(line 2, column 1 (offset: 10))");
        assertThat(explain("MATCH (n RETURN n").refusal()).contains("(line 1, column 10 (offset: 9))");
    }

    @Test
    void a_write_is_distinguished_from_a_read_and_nothing_is_written() throws Exception {
        long before = TestServer.count("MATCH (n) RETURN count(n)");
        assertThat(explain("CREATE (n:Explained {id: $id})").writes()).isTrue();
        assertThat(explain("MERGE (n:Explained {id: $id}) RETURN n").writes()).isTrue();
        assertThat(explain("MATCH (n:Explained {id: $id}) RETURN n").writes()).isFalse();
        assertThat(TestServer.count("MATCH (n) RETURN count(n)")).isEqualTo(before);
    }

    @Test
    void a_full_scan_is_distinguished_from_the_use_of_an_index() throws Exception {
        TestServer.query("CREATE CONSTRAINT explained IF NOT EXISTS FOR (n:Explained) REQUIRE n.id IS UNIQUE");
        assertThat(explain("MATCH (n) RETURN n").scans())
                .singleElement()
                .asString()
                .startsWith("AllNodesScan");
        assertThat(explain("MATCH (n:Other) RETURN n").scans())
                .singleElement()
                .asString()
                .contains(":Other");
        Explanation indexed = explain("MATCH (n:Explained {id: $id}) RETURN n");
        assertThat(indexed.scans()).isEmpty();
        assertThat(indexed.plan().getFirst()).startsWith("ProduceResults");
        TestServer.query("DROP CONSTRAINT explained");
    }
}
