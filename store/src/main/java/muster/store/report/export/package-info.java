/** Exports for other tools: HdrHistogram logs, CSV, JSON, JTL and OpenMetrics. */
@NullMarked
package muster.store.report.export;

import org.jspecify.annotations.NullMarked;
