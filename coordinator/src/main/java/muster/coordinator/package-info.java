/** Decides: a pure state machine that grants leases and counts snapshots, and the ZeroMQ shell around it. */
@NullMarked
package muster.coordinator;

import org.jspecify.annotations.NullMarked;
