package muster.targets.neo4j;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.contract.Ability;
import muster.targets.contract.TargetContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.neo4j.driver.AuthTokens;

/**
 * Target "bolt" with the dialect of Memgraph: on the server that {@code MUSTER_MEMGRAPH_URL} names, which may be erased, else
 * on a Neo4j, since no Memgraph is to be had from package registries.
 */
@Tag("thorough")
class MemgraphContractTest extends TargetContract {
    private static final @Nullable String URL = System.getenv("MUSTER_MEMGRAPH_URL");

    MemgraphContractTest() {
        super(URL == null ? onNeo4j() : onMemgraph(URI.create(URL)));
    }

    private static BoltSubject onNeo4j() {
        return subject(
                TestServer.database(),
                "user: neo4j, password: \"${env:" + TestServer.PASSWORD_VARIABLE + "}\", database: neo4j",
                EnumSet.allOf(Ability.class),
                Map.of("a wrong password", "target.password=${env:PATH}"));
    }

    /** Memgraph knows no transactions that only read. */
    private static BoltSubject onMemgraph(URI uri) {
        InetSocketAddress address = InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort());
        return subject(
                new Database(address, "memgraph", AuthTokens.none()),
                "database: memgraph",
                EnumSet.complementOf(EnumSet.of(Ability.READ_ONLY)),
                Map.of("an unknown database", "target.database=nosuch"));
    }

    private static BoltSubject subject(
            Database database, String more, Set<Ability> abilities, Map<String, String> refusals) {
        return new BoltSubject(
                new BoltProvider(),
                database,
                address -> "{kind: bolt, dialect: memgraph, uri: \"bolt://" + address + "\", connectTimeout: 100s, "
                        + more + "}",
                List.of("st", "stou"),
                abilities,
                refusals,
                List.of(System.getenv(TestServer.PASSWORD_VARIABLE), System.getenv("PATH")));
    }
}
