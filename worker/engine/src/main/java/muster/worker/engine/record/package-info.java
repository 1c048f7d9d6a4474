/** What was measured: histograms, counters and covered indexes, swapped together. */
@NullMarked
package muster.worker.engine.record;

import org.jspecify.annotations.NullMarked;
