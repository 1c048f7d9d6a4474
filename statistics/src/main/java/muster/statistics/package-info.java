/** Intervals, tests and their power; knows no SQL. */
@NullMarked
package muster.statistics;

import org.jspecify.annotations.NullMarked;
