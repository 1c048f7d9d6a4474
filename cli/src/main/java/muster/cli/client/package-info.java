/** Commands that ask a coordinator, and how a run is followed. */
@NullMarked
package muster.cli.client;

import org.jspecify.annotations.NullMarked;
