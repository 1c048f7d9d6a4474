package muster.targets.neo4j;

import static org.neo4j.driver.Values.parameters;

import java.util.List;
import java.util.stream.LongStream;
import muster.targets.neo4j.cypher.GraphityCypher;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.PostMessage;
import muster.workloads.target.Outcome;
import org.neo4j.driver.Query;
import org.neo4j.driver.Value;

/** The load of Graphity: one statement for all operations of a transaction. */
final class LoadStatements {
    /** The parameters of one operation, which is number {@code at} in its statement. */
    private interface Row<T> {
        Value of(int at, T operation);
    }

    private LoadStatements() {}

    /** A user that is there already has no row in the answer. */
    static Statement users(GraphityCypher cypher, List<LoadUser> users, int messageLength, int first) {
        Row<LoadUser> row = (at, user) -> user(at, user, messageLength);
        return statement(cypher.loadUsers(), users, first, row, Outcome.DUPLICATE);
    }

    static Statement follows(GraphityCypher cypher, List<LoadFollows> follows, int first) {
        Row<LoadFollows> row = (at, f) -> parameters("at", at, "id", f.user(), "followees", f.followees());
        Statement statement = statement(cypher.loadFollows(), follows, first, row, Outcome.ABSENT);
        return statement.with(nodes(follows.stream().flatMapToLong(f -> ends(f.user(), f.followees()))));
    }

    static Statement chains(GraphityCypher cypher, List<LoadChain> chains, int first) {
        Row<LoadChain> row = (at, c) -> parameters("at", at, "id", c.user());
        Statement statement = statement(cypher.loadChains(), chains, first, row, Outcome.ABSENT);
        return statement.with(nodes(chains.stream().flatMapToLong(c -> ends(c.user(), c.followees()))));
    }

    private static Value nodes(LongStream ids) {
        return parameters("nodes", ids.sorted().distinct().toArray());
    }

    private static LongStream ends(long user, long[] followees) {
        return LongStream.concat(LongStream.of(user), LongStream.of(followees));
    }

    private static <T extends GraphityOperation> Statement statement(
            String text, List<T> operations, int first, Row<T> row, Outcome missing) {
        Value[] rows = new Value[operations.size()];
        for (int at = 0; at < rows.length; at++) {
            rows[at] = row.of(at, operations.get(at));
        }
        long[] counts =
                operations.stream().mapToLong(GraphityOperation::elements).toArray();
        return new Statement(
                new Query(text, parameters("users", rows)), first, rows.length, ActionResult.several(counts, missing));
    }

    private static Value user(int at, LoadUser load, int messageLength) {
        long[] posts = load.posts();
        String[] messages = new String[posts.length];
        for (int j = 0; j < posts.length; j++) {
            messages[j] = PostMessage.of(posts[j], messageLength);
        }
        return parameters(
                "at", at, "id", load.user(), "posts", posts, "messages", messages, "streamUpdate", load.newest());
    }
}
