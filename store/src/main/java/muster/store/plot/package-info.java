/** Plots as SVG: scales with round ticks, lines with gaps where there is no data, bars. It knows numbers, not runs. */
@NullMarked
package muster.store.plot;

import org.jspecify.annotations.NullMarked;
