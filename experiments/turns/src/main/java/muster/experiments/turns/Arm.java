package muster.experiments.turns;

import java.util.function.Supplier;
import muster.worker.engine.time.TurnGate;

/**
 * One side of an interleaved comparison.
 *
 * @param name what its turns are stored under
 * @param keyRange which of the arms' ranges of indexes it works on, from 0
 * @param gate lets its clients go on
 * @param used processor time, until now, of all processes that work for it
 */
record Arm(String name, int keyRange, TurnGate gate, Supplier<ProcessorTime.Used> used) {}
