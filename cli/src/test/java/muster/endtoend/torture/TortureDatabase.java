package muster.endtoend.torture;

import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.falkordb.FalkorDbServer;
import muster.servers.neo4j.Neo4jServer;

/** A real database that the workers insert into. */
sealed interface TortureDatabase extends AutoCloseable {
    /**
     * Starts one on free ports, in memory.
     *
     * @param kind falkordb or neo4j
     */
    static TortureDatabase start(String kind) {
        return switch (kind) {
            case "falkordb" -> new FalkorDb(started(kind, FalkorDbServer.small()));
            case "neo4j" -> new Neo4j(started(kind, Neo4jServer.small()));
            default -> throw new IllegalArgumentException("no torture of " + kind + ": falkordb or neo4j");
        };
    }

    private static RunningServer started(String kind, ServerOptions options) {
        return Servers.local().start(kind, options.inMemory());
    }

    RunningServer server();

    /** How many clusters can have a graph each. */
    int clusters();

    /** The target of a plan, but for the settings that all targets have. */
    String target(int cluster);

    TortureLedger ledger(int cluster);

    @Override
    default void close() {
        server().close();
    }

    /** Several graphs, and a stream of all commands that are executed: cheap, and it tells most. */
    record FalkorDb(RunningServer server) implements TortureDatabase {
        @Override
        public int clusters() {
            return 16;
        }

        @Override
        public String target(int cluster) {
            return "kind: falkordb, uri: \"%s\", database: %s".formatted(server.uri(), graph(cluster));
        }

        @Override
        public TortureLedger ledger(int cluster) {
            return new FalkorDbLedger(server.uri(), graph(cluster));
        }

        private static String graph(int cluster) {
            return "torture-" + cluster;
        }
    }

    /** One graph, and a constraint that refuses a second insert. */
    record Neo4j(RunningServer server) implements TortureDatabase {
        @Override
        public int clusters() {
            return 1;
        }

        @Override
        public String target(int cluster) {
            return "kind: neo4j, uri: \"%s\"".formatted(server.uri());
        }

        @Override
        public TortureLedger ledger(int cluster) {
            return new Neo4jLedger(server.httpUri());
        }
    }
}
