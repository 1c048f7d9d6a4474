/** Reads records of CSV: of data sets, of parameters and of answers. */
@NullMarked
package muster.workloads.csv;

import org.jspecify.annotations.NullMarked;
