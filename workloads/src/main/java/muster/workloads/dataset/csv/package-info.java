/** Data sets in CSV files: headers with types, random access by batches of rows. */
@NullMarked
package muster.workloads.dataset.csv;

import org.jspecify.annotations.NullMarked;
