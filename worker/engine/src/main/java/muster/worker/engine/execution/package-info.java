/** One transaction: execution, retries, timings and its result. */
@NullMarked
package muster.worker.engine.execution;

import org.jspecify.annotations.NullMarked;
