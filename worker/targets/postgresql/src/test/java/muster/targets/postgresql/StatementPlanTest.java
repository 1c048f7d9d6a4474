package muster.targets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With enough users for it to matter, a feed reads indexes only. */
@Tag("server")
@EnabledIf(
        value = "muster.servers.postgresql.PostgresqlServer#installed",
        disabledReason = "PostgreSQL 15 is not installed: apt-get install postgresql-15")
class StatementPlanTest {
    @ParameterizedTest
    @ValueSource(strings = {"stou", "graphity"})
    void a_feed_looks_through_no_relation(String algorithm) throws Exception {
        try (PostgresqlTarget target = TestServer.open(algorithm)) {
            target.reset("plans");
            String newest = algorithm.equals("graphity") ? ", 30000 + g" : "";
            TestServer.query("INSERT INTO muster.users SELECT g, 30000 + g FROM generate_series(0, 9999) g;"
                    + " INSERT INTO muster.posts SELECT g % 10000, g, 'text' FROM generate_series(0, 39999) g;"
                    + " INSERT INTO muster.follows SELECT g / 10, g % 10000" + newest
                    + " FROM generate_series(0, 99999) g ON CONFLICT DO NOTHING");
            target.awaitIndexes();
            String feed = GraphitySql.of(TestServer.plan(algorithm).workload().settings())
                    .texts()
                    .feed(15)
                    .replace("?", "7");
            String plan = TestServer.query("EXPLAIN " + feed).stream()
                    .map(row -> row.getFirst().toString())
                    .collect(Collectors.joining("\n"));
            assertThat(plan).contains("Index").doesNotContain("Seq Scan");
        }
    }
}
