/** Charts as SVG: scales, axes, marks. */
@NullMarked
package muster.report.plot;

import org.jspecify.annotations.NullMarked;
