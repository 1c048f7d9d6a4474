/** The answers that later runs are compared with: recorded, imported, shown and exported. */
@NullMarked
package muster.experiments.answers;

import org.jspecify.annotations.NullMarked;
