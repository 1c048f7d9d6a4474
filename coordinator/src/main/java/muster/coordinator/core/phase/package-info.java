/** One phase: start, leases, snapshots, fencing, recovery after a restart. */
@NullMarked
package muster.coordinator.core.phase;

import org.jspecify.annotations.NullMarked;
