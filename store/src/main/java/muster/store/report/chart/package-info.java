/** The charts of a report, made of rows of the store's views: {@link muster.store.report.chart.PhaseSection} has those of one phase. */
@NullMarked
package muster.store.report.chart;

import org.jspecify.annotations.NullMarked;
