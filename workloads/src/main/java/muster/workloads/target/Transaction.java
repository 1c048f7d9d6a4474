package muster.workloads.target;

import java.util.Arrays;
import java.util.List;
import muster.workloads.operation.Operation;

/** The operations that travel and commit together. Its owner refills it, so a session must not keep it. */
public final class Transaction {
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

    /** A view of the operations; valid until the transaction is refilled. */
    public List<Operation> operations() {
        return Arrays.asList(operations).subList(0, size);
    }
}
