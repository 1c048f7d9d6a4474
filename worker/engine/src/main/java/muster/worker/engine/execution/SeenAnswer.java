package muster.worker.engine.execution;

/**
 * What a statement without parameters answered.
 *
 * @param rows how many
 * @param firstRows encoded
 */
public record SeenAnswer(String operation, long index, long rows, byte[] firstRows) {}
