/** Exports for other tools: HdrHistogram logs, CSV, JSON and OpenMetrics. */
@NullMarked
package muster.report.export;

import org.jspecify.annotations.NullMarked;
