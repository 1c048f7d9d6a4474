package muster.targets.support;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.insert.EdgePayload;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PostMessage;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Transaction;

/**
 * Turns operations into the statements of a database, with their real parameters; used by one session. A subclass has one
 * statement for each group of operations.
 *
 * @param <S> a statement of the database
 */
public abstract class StatementBinding<S> {
    /** Of posts that a load creates, in characters. */
    protected final int messageLength;

    protected final EdgePayload payload;

    private final Depth depth;

    /** @param depth how far the statements go */
    protected StatementBinding(Settings workload, Depth depth) {
        this.messageLength = PostMessage.length(workload);
        this.payload = EdgePayload.of(workload);
        this.depth = depth;
    }

    /** In the order of the operations; those of a load travel together, since none depends on another. */
    public final List<S> statements(Transaction transaction, Probe probe) {
        List<S> statements = new ArrayList<>();
        for (int first = 0, end; first < transaction.size(); first = end) {
            end = transaction.endOfGroup(first);
            add(transaction.operations().subList(first, end), first, probe, statements);
        }
        return statements;
    }

    /** Adds what executes one group: one statement, unless a database needs several. */
    protected void add(List<Operation> operations, int first, Probe probe, List<S> statements) {
        statements.add(atDepth(statement(operations, first, probe), first));
    }

    protected final S atDepth(S statement, int first) {
        return switch (depth) {
            case EXECUTE -> statement;
            case PARSE -> parsed(statement);
            case NOTHING -> cheapest(first);
        };
    }

    public final Depth depth() {
        return depth;
    }

    /**
     * What executes one group.
     *
     * @param operations of one kind
     * @param first the position of the first one in the transaction
     * @param probe where the rows of its answer go
     */
    protected abstract S statement(List<Operation> operations, int first, Probe probe);

    /** The same, which is read and planned by the server, and touches nothing. */
    protected abstract S parsed(S statement);

    /** The cheapest round trip in this place. */
    protected abstract S cheapest(int first);

    /** A group has operations of one kind only, so the first one's type is the type of all. */
    @SuppressWarnings("unchecked")
    protected static <T extends Operation> List<T> same(List<Operation> operations) {
        return (List<T>) operations;
    }
}
