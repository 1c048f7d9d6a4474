package muster.targets.falkordb;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.targets.support.GraphityTexts;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.PostMessage;
import muster.workloads.target.Outcome;

/** The load of Graphity: one query for all operations of a transaction. */
final class LoadStatements {
    private LoadStatements() {}

    /** A user that is there already has no row in the answer. */
    static Statement users(GraphityTexts cypher, List<LoadUser> users, int messageLength, int first) {
        return statement(
                cypher.of(OperationKind.LOAD_USER),
                users,
                first,
                (at, user) -> user(at, user, messageLength),
                Outcome.DUPLICATE);
    }

    static Statement follows(GraphityTexts cypher, List<LoadFollows> follows, int first) {
        return statement(
                cypher.of(OperationKind.LOAD_FOLLOWS),
                follows,
                first,
                (at, load) ->
                        "{at:%d,id:%d,followees:%s}".formatted(at, load.user(), Parameters.list(load.followees())),
                Outcome.ABSENT);
    }

    static Statement chains(GraphityTexts cypher, List<LoadChain> chains, int first) {
        return statement(
                cypher.of(OperationKind.LOAD_CHAIN),
                chains,
                first,
                (at, load) -> "{at:%d,id:%d}".formatted(at, load.user()),
                Outcome.ABSENT);
    }

    private static <T extends GraphityOperation> Statement statement(
            String text, List<T> operations, int first, BiFunction<Integer, T, String> row, Outcome missing) {
        Stream<String> rows = IntStream.range(0, operations.size()).mapToObj(at -> row.apply(at, operations.get(at)));
        long[] counts =
                operations.stream().mapToLong(GraphityOperation::elements).toArray();
        return new Statement(
                text,
                new Parameters().literal("users", Parameters.list(rows)).toString(),
                Statement.Command.QUERY,
                first,
                ActionResult.several(counts, missing));
    }

    /** Posts newest first, as their list is. */
    private static String user(int at, LoadUser load, int messageLength) {
        long[] posts = load.posts();
        Stream<String> newestFirst = IntStream.range(0, posts.length)
                .mapToObj(i -> posts[posts.length - 1 - i])
                .map(post -> "[%d,%s]".formatted(post, Parameters.quoted(PostMessage.of(post, messageLength))));
        return "{at:%d,id:%d,streamUpdate:%d,posts:%s}"
                .formatted(at, load.user(), load.newest(), Parameters.list(newestFirst));
    }
}
