package muster.targets.janusgraph.connection;

import java.util.List;
import java.util.function.Predicate;
import muster.targets.janusgraph.script.Request;
import muster.targets.support.Deadline;
import org.jspecify.annotations.Nullable;

/** One connection to the server; used by one thread at a time. After a failure it is replaced with the next request. */
public interface Connection extends AutoCloseable {
    /**
     * Writes the request; what it returns is there once the last byte is on its way.
     *
     * @throws Refusal if the server has answered with an error, here or when the answer is awaited
     */
    Pending send(Request request, Deadline deadline) throws Throwable;

    /** The whole answer: numbers, texts, truth values and lists of them. */
    default List<?> answer(Request request, Deadline deadline) throws Throwable {
        return send(request, deadline).results(deadline);
    }

    /** Gives the connection up: its last answer is lost or still to come, and would be taken for the next one's. */
    @Override
    void close();

    /** A request that was sent. */
    interface Pending {
        List<?> results(Deadline deadline) throws Throwable;

        /**
         * Hands over the results one by one until no more are wanted, and returns whether all were.
         *
         * @param take whether more are wanted
         */
        default boolean each(Deadline deadline, Predicate<@Nullable Object> take) throws Throwable {
            return results(deadline).stream().allMatch(take);
        }
    }
}
