package muster.workloads.target;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;

/** The operations that travel and commit together. Its owner refills it, so a session must not keep it. */
public final class Transaction {
    private static final Set<OperationKind> GROUPED =
            Set.of(OperationKind.LOAD_USER, OperationKind.LOAD_FOLLOWS, OperationKind.LOAD_CHAIN);

    private final Operation[] operations;
    private int size;

    public Transaction(int capacity) {
        operations = new Operation[capacity];
    }

    public static Transaction of(Operation... operations) {
        Transaction transaction = new Transaction(operations.length);
        for (Operation operation : operations) {
            transaction.add(operation);
        }
        return transaction;
    }

    public void clear() {
        size = 0;
    }

    public void add(Operation operation) {
        operations[size++] = operation;
    }

    public int size() {
        return size;
    }

    public Operation operation(int position) {
        return operations[position];
    }

    /**
     * Where the operations end that may travel together, from {@code first} on: those of one part of Graphity's load, none
     * of which depends on another. Any other operation is a group by itself.
     */
    public int endOfGroup(int first) {
        OperationKind kind = operations[first].kind();
        int end = first + 1;
        while (GROUPED.contains(kind) && end < size && operations[end].kind() == kind) {
            end++;
        }
        return end;
    }

    /** A view of the operations; valid until the transaction is refilled. */
    public List<Operation> operations() {
        return Arrays.asList(operations).subList(0, size);
    }
}
