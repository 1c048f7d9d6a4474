/** Exports for other tools: HdrHistogram logs, CSV, JSON and OpenMetrics. */
@NullMarked
package muster.store.report.export;

import org.jspecify.annotations.NullMarked;
