/** Runs compared with runs: which figures differ, and by how much, with intervals. */
@NullMarked
package muster.report.comparison;

import org.jspecify.annotations.NullMarked;
