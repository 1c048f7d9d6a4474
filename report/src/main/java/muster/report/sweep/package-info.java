/** The steps of a run side by side, and which of them is best. */
@NullMarked
package muster.report.sweep;

import org.jspecify.annotations.NullMarked;
