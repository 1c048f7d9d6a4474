package muster.targets.neo4j.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DialectsTest {
    static Stream<String> ofArcadeDb() {
        return statements(Dialects.ARCADEDB);
    }

    static Stream<String> ofMemgraph() {
        return statements(Dialects.MEMGRAPH);
    }

    private static Stream<String> statements(Dialect dialect) {
        Stream<String> graphity = dialect.algorithms().stream().flatMap(algorithm -> {
            GraphityCypher cypher = dialect.graphity(algorithm);
            Stream<String> chains = algorithm.equals("graphity") ? Stream.of(cypher.loadChains()) : Stream.empty();
            return Stream.concat(
                    chains,
                    Stream.of(
                            cypher.addUser(),
                            cypher.loadUsers(),
                            cypher.loadFollows(),
                            cypher.post(),
                            cypher.follow(true),
                            cypher.follow(false),
                            cypher.unfollow(true),
                            cypher.unfollow(false),
                            cypher.feed(15)));
        });
        InsertCypher inserts = dialect.inserts();
        return Stream.concat(graphity, Stream.of(inserts.vertices(), inserts.edges(), inserts.edgesWithPayload()));
    }

    static Stream<String> ofAll() {
        return Stream.of(Dialects.NEO4J, Dialects.ARCADEDB, Dialects.MEMGRAPH).flatMap(DialectsTest::statements);
    }

    @ParameterizedTest
    @MethodSource("ofAll")
    void every_place_for_a_lock_is_filled(String statement) {
        assertThat(statement).doesNotContain("LOCK");
    }

    /** A write that changes nothing is no write there, and locks nothing. */
    @ParameterizedTest
    @MethodSource("ofArcadeDb")
    void each_lock_of_arcadedb_changes_something(String statement) {
        assertThat(statement).doesNotContainPattern("SET \\w+(\\.lock = 0|:)");
    }

    @ParameterizedTest
    @MethodSource("ofMemgraph")
    void memgraph_is_told_nothing_that_it_lacks(String statement) {
        assertThat(statement)
                .doesNotContain("USING INDEX SEEK", "EXISTS {", "COUNT {", "COLLECT {", "IS ::", "CALL db.")
                .doesNotContainPattern("\\)\\)[*+{]");
    }

    @ParameterizedTest
    @MethodSource("writes")
    void what_must_not_be_done_twice_locks_first(String statement) {
        assertThat(statement).contains("lock = coalesce(");
    }

    static Stream<String> writes() {
        return Stream.of(Dialects.ARCADEDB, Dialects.MEMGRAPH)
                .flatMap(dialect -> dialect.algorithms().stream().map(dialect::graphity))
                .flatMap(cypher ->
                        List.of(cypher.post(), cypher.follow(true), cypher.follow(false), cypher.unfollow(true))
                                .stream());
    }
}
