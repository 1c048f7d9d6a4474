/** Charts as SVG: scales, axes, marks. */
@NullMarked
package muster.store.report.plot;

import org.jspecify.annotations.NullMarked;
