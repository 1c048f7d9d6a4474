/** The steps of a run side by side, and which of them is best. */
@NullMarked
package muster.store.analysis.sweep;

import org.jspecify.annotations.NullMarked;
