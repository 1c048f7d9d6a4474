/** Rows of comparisons: of arms that take turns, and of a cluster with standalone. */
@NullMarked
package muster.store.file.row.comparison;

import org.jspecify.annotations.NullMarked;
