/** The worker's half of the protocol as a pure state machine: events in, actions out; no sockets, no clock. */
@NullMarked
package muster.worker.agent.protocol;

import org.jspecify.annotations.NullMarked;
