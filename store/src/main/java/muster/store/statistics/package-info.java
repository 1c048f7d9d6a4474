/** What can be said of figures that were measured in pairs, and how surely. */
@NullMarked
package muster.store.statistics;

import org.jspecify.annotations.NullMarked;
