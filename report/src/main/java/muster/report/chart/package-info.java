/** The charts of a report, made of rows of the store's views: {@link muster.report.chart.PhaseSection} has those of one phase. */
@NullMarked
package muster.report.chart;

import org.jspecify.annotations.NullMarked;
