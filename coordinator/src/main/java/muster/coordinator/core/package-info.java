/** The coordinator as a pure state machine: events in, actions out; no sockets, no SQL, no clock. */
@NullMarked
package muster.coordinator.core;

import org.jspecify.annotations.NullMarked;
