package muster.benchmarks.bare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;

/** The parameters of a script: the name of the closure that does the operation, and what the closure is given. */
final class JanusGraphParameters {
    private JanusGraphParameters() {}

    static List<Object> of(Operation operation) {
        return switch (operation) {
            case AddUser(long user) -> List.of("addUser", user);
            case Follow(long user, long followee) -> List.of("follow", user, followee);
            case Unfollow(long user, long followee) -> List.of("unfollow", user, followee);
            case Post(long author, long post, String message) -> List.of("post", author, post, message);
            case InsertVertices(long[] ids, String[] names) ->
                List.of("insertVertices", list(ids), Arrays.asList(names));
            case InsertEdges(long[] ids, long[] sources, long[] targets) ->
                List.of("insertEdges", list(ids), list(sources), list(targets));
            default -> throw new IllegalArgumentException("not in the mix: " + operation);
        };
    }

    /** GraphBinary has no arrays of numbers. */
    private static List<Long> list(long[] values) {
        return LongStream.of(values).boxed().toList();
    }
}
