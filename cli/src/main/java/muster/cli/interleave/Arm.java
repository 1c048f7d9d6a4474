package muster.cli.interleave;

import java.util.function.Supplier;
import muster.worker.engine.time.TurnGate;

/**
 * One side of an interleaved comparison.
 *
 * @param name what its turns are stored under
 * @param gate lets its clients go on
 * @param used processor time, until now, of all processes that work for it
 */
record Arm(String name, TurnGate gate, Supplier<ProcessorTime.Used> used) {}
