/** Figures that are computed from the store. */
@NullMarked
package muster.report.analysis;

import org.jspecify.annotations.NullMarked;
