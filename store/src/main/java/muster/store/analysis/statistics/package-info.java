/** Intervals, tests and their power; knows no SQL. */
@NullMarked
package muster.store.analysis.statistics;

import org.jspecify.annotations.NullMarked;
