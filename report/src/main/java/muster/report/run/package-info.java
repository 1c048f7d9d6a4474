/** Reads what reports show of one run. */
@NullMarked
package muster.report.run;

import org.jspecify.annotations.NullMarked;
