package muster.endtoend.target;

import muster.servers.neo4j.Neo4jServer;
import org.junit.jupiter.api.Tag;

@Tag("thorough")
class BadNeo4jIT extends BadServer {
    BadNeo4jIT() {
        super("neo4j", Neo4jServer.small());
    }
}
