/** The load of a plan's own data. */
@NullMarked
package muster.targets.postgresql.data;

import org.jspecify.annotations.NullMarked;
