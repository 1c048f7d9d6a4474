/** Figures that are computed from the store. */
@NullMarked
package muster.store.analysis;

import org.jspecify.annotations.NullMarked;
