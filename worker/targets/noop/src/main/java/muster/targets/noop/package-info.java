/** The noop target: a database that costs nothing, for measuring Muster itself. */
@NullMarked
package muster.targets.noop;

import org.jspecify.annotations.NullMarked;
