/** Readers of real data sets: edge lists, the seed's event log, Debian's package graph. */
@NullMarked
package muster.workloads.data;

import org.jspecify.annotations.NullMarked;
