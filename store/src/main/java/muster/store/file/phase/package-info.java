/** Aggregates of a phase: intervals, buckets and totals, updated with every snapshot. */
@NullMarked
package muster.store.file.phase;

import org.jspecify.annotations.NullMarked;
