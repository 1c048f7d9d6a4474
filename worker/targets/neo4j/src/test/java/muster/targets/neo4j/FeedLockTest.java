package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import muster.targets.neo4j.cypher.Dialects;
import muster.targets.neo4j.cypher.GraphityCypher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.Values;

/** A chain that a post changes is not walked meanwhile: else a feed could miss the replica that moves. */
@Tag("server")
@Timeout(120)
class FeedLockTest {
    private static final GraphityCypher CHAIN = Dialects.NEO4J.graphity("graphity");
    private static final long READER = 9_000_001;
    private static final long AUTHOR = 9_000_002;
    private static final long POST = 7;

    private final Driver driver = GraphDatabase.driver(
            TestServer.uri(), AuthTokens.basic("neo4j", System.getenv(TestServer.PASSWORD_VARIABLE)));

    @BeforeEach
    void oneFollowsTheOther() {
        TestServer.query("CREATE INDEX feed_lock_users IF NOT EXISTS FOR (u:User) ON (u.id)");
        TestServer.query("CREATE INDEX feed_lock_posts IF NOT EXISTS FOR (p:Post) ON (p.id)");
        TestServer.query("CALL db.awaitIndexes()");
        TestServer.query("CREATE (u:User {id: %d, streamUpdate: -1}), (v:User {id: %d, streamUpdate: -1}),"
                        .formatted(READER, AUTHOR)
                + " (u)-[:FOLLOWS]->(r:Replica)-[:REPLICA]->(v), (u)-[:GRAPHITY]->(r)");
    }

    @AfterEach
    void clean() {
        TestServer.query(
                "MATCH (u:User WHERE u.id >= %d) OPTIONAL MATCH (u)-[:FOLLOWS|PUBLISHED]->(n) DETACH DELETE u, n"
                        .formatted(READER));
        // Others of this server make constraints for the same, which these would be in the way of.
        TestServer.query("DROP INDEX feed_lock_users IF EXISTS");
        TestServer.query("DROP INDEX feed_lock_posts IF EXISTS");
        driver.close();
    }

    @Test
    void a_feed_waits_for_the_post_of_a_followee_and_holds_it() {
        CompletableFuture<List<Object>> feed;
        try (Session session = driver.session();
                Transaction post = session.beginTransaction()) {
            post.run(CHAIN.post(), Values.parameters("author", AUTHOR, "post", POST, "message", "m"))
                    .consume();
            feed = CompletableFuture.supplyAsync(this::feed, Thread::startVirtualThread);
            while (TestServer.count("SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*)")
                    == 0) {
                assertThat(feed).as("it did not wait").isNotDone();
                LockSupport.parkNanos(20_000_000);
            }
            post.commit();
        }
        assertThat(feed.join()).containsExactly(List.of(POST, AUTHOR, "m"));
    }

    private List<Object> feed() {
        try (Session session = driver.session()) {
            return session.run(CHAIN.feed(15), Values.parameters("reader", READER))
                    .single()
                    .get("feed")
                    .asList();
        }
    }
}
