package muster.worker.engine.execution;

/**
 * An answer that differs from the reference. Rows are encoded, the first ones only.
 *
 * @param parameters one row: their values
 */
public record WrongAnswer(
        String operation,
        long index,
        byte[] parameters,
        boolean ordered,
        long expectedRows,
        long observedRows,
        byte[] expected,
        byte[] observed) {}
