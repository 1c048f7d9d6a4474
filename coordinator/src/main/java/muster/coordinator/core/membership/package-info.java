/** Workers: registration, sessions, heartbeats, and their part in a phase. */
@NullMarked
package muster.coordinator.core.membership;

import org.jspecify.annotations.NullMarked;
