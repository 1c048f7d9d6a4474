/** Commands that make data. */
@NullMarked
package muster.experiments.data;

import org.jspecify.annotations.NullMarked;
