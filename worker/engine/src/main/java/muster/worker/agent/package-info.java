/** The protocol side of a worker: a pure state machine, and the shell that joins it to an engine and a link. */
@NullMarked
package muster.worker.agent;

import org.jspecify.annotations.NullMarked;
