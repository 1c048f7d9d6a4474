/** What the core is told and what it asks for: events, actions, and the records they carry. */
@NullMarked
package muster.coordinator.core.event;

import org.jspecify.annotations.NullMarked;
