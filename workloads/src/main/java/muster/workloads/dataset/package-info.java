/** Data sets: tables of nodes and edges, and their load in batches of rows. */
@NullMarked
package muster.workloads.dataset;

import org.jspecify.annotations.NullMarked;
