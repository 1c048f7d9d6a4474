/** Runs compared with runs: which figures differ, and by how much, with intervals. */
@NullMarked
package muster.experiments.compare;

import org.jspecify.annotations.NullMarked;
