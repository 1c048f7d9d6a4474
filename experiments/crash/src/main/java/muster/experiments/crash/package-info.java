/** What a crash that a plan asks for looks like in the report. */
@NullMarked
package muster.experiments.crash;

import org.jspecify.annotations.NullMarked;
