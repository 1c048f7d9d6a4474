package muster.cli.interleave;

import java.util.function.LongSupplier;
import muster.worker.engine.time.TurnGate;

/**
 * One side of an interleaved comparison.
 *
 * @param name what its turns are stored under
 * @param gate lets its clients go on
 * @param cpuNs processor time, until now, of all processes that work for it
 */
record Arm(String name, TurnGate gate, LongSupplier cpuNs) {}
