/** Runs compared with runs: which figures differ, and by how much, with intervals. */
@NullMarked
package muster.store.analysis.comparison;

import org.jspecify.annotations.NullMarked;
