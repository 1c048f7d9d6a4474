package muster.targets.neo4j;

import static org.neo4j.driver.Values.parameters;

import java.util.List;
import java.util.function.ToLongFunction;
import muster.workloads.GraphityOperation.LoadChain;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.target.Outcome;
import org.neo4j.driver.Query;
import org.neo4j.driver.Value;

/** The load of Graphity: one statement for all operations of a transaction. */
final class Loads {
    /** The parameters of one operation, which is number {@code at} in its statement. */
    private interface Row<T> {
        Value of(int at, T operation);
    }

    private Loads() {}

    /** A user that is there already has no row in the answer. */
    static Statement users(List<LoadUser> users, int first) {
        return statement(
                GraphityCypher.LOAD_USERS, users, first, Loads::user, u -> 1 + u.posts().length, Outcome.DUPLICATE);
    }

    static Statement follows(GraphityCypher cypher, List<LoadFollows> follows, int first) {
        Row<LoadFollows> row = (at, f) -> parameters("at", at, "id", f.user(), "followees", f.followees());
        return statement(cypher.loadFollows(), follows, first, row, f -> f.followees().length, Outcome.ABSENT);
    }

    static Statement chains(GraphityCypher cypher, List<LoadChain> chains, int first) {
        Row<LoadChain> row = (at, c) -> parameters("at", at, "id", c.user());
        return statement(cypher.loadChains(), chains, first, row, c -> c.followees().length, Outcome.ABSENT);
    }

    private static <T> Statement statement(
            String text, List<T> operations, int first, Row<T> row, ToLongFunction<T> elements, Outcome missing) {
        Value[] rows = new Value[operations.size()];
        for (int at = 0; at < rows.length; at++) {
            rows[at] = row.of(at, operations.get(at));
        }
        long[] counts = operations.stream().mapToLong(elements).toArray();
        return new Statement(
                new Query(text, parameters("users", rows)), first, rows.length, Answer.several(counts, missing));
    }

    private static Value user(int at, LoadUser load) {
        long[] posts = load.posts();
        String[] messages = new String[posts.length];
        for (int j = 0; j < posts.length; j++) {
            messages[j] = Long.toString(posts[j]);
        }
        long newest = posts.length == 0 ? -1 : posts[posts.length - 1];
        return parameters("at", at, "id", load.user(), "posts", posts, "messages", messages, "streamUpdate", newest);
    }
}
