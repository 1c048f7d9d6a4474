/** The highest rate that holds a bound: where to try next, and how well it is known. */
@NullMarked
package muster.report.limit;

import org.jspecify.annotations.NullMarked;
