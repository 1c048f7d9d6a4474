package muster.worker.agent.inflight;

import java.util.function.Function;
import muster.worker.engine.Engine;
import muster.workloads.operation.Operation;

/**
 * The engine of one assignment.
 *
 * @param statement what an operation sends, for people: without the values of its parameters
 */
public record PhaseEngine(long assignment, Engine engine, Function<Operation, String> statement) {}
