/** What the server of a target and its host use, read from /proc once a second while a phase runs. */
@NullMarked
package muster.coordinator.observe;

import org.jspecify.annotations.NullMarked;
