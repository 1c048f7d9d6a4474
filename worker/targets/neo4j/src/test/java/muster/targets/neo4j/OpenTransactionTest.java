package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import muster.targets.neo4j.OpenTransaction.Received;
import muster.targets.support.Deadline;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Query;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.async.AsyncSession;

/** Whoever was told that an operation failed finds nothing of it in the database. */
@Tag("server")
class OpenTransactionTest {
    private static final List<Statement> WRITES =
            List.of(statement("CREATE (:GivenUp)"), statement("MATCH (l:Lock) SET l.held = true RETURN l.held"));

    private Driver driver;
    private OpenTransaction open;

    @BeforeEach
    void begin() {
        TestServer.query("MATCH (n) WHERE n:GivenUp OR n:Lock DETACH DELETE n");
        TestServer.query("CREATE (:Lock)");
        driver = GraphDatabase.driver(
                TestServer.uri(), AuthTokens.basic("neo4j", System.getenv(TestServer.PASSWORD_VARIABLE)));
        AsyncSession session = driver.session(AsyncSession.class);
        open = new OpenTransaction(session, AccessMode.WRITE, session.beginTransactionAsync());
    }

    @AfterEach
    void end() {
        open.abandon(Duration.ofSeconds(100));
        driver.close();
        TestServer.query("MATCH (n) WHERE n:GivenUp OR n:Lock DETACH DELETE n");
    }

    /** Its second statement waits for a lock until it was given up, so that the commit cannot be earlier. */
    @Test
    void a_transaction_that_was_given_up_is_not_committed_once_its_statements_are_answered() throws Exception {
        CompletableFuture<Received[]> answers;
        try (Session other = driver.session();
                Transaction holder = other.beginTransaction()) {
            holder.run("MATCH (l:Lock) SET l.held = true").consume();
            answers = open.run(WRITES).toCompletableFuture();
            assertThat(open.preventCommit()).isTrue();
            assertThat(answers).isNotDone();
        }
        assertThatThrownBy(() -> await(answers)).isInstanceOf(CancellationException.class);
        open.abandon(Duration.ofSeconds(100));
        assertThat(TestServer.count("MATCH (g:GivenUp) RETURN count(g)")).isZero();
    }

    @Test
    void a_commit_that_was_sent_cannot_be_prevented() throws Throwable {
        assertThat(await(open.run(WRITES).toCompletableFuture())).hasSize(2);
        assertThat(open.preventCommit()).isFalse();
        assertThat(TestServer.count("MATCH (g:GivenUp) RETURN count(g)")).isEqualTo(1);
    }

    private static Received[] await(CompletableFuture<Received[]> answers) throws Throwable {
        return Deadline.after(Duration.ofSeconds(100)).await(answers);
    }

    private static Statement statement(String text) {
        return new Statement(new Query(text, Map.of()), 0, 1, ActionResult.NOTHING);
    }
}
