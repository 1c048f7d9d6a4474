/** Which operation indexes a session may execute, and which snapshots cover them. */
@NullMarked
package muster.coordinator.core.lease;

import org.jspecify.annotations.NullMarked;
