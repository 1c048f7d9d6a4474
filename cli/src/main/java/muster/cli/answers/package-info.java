/** The answers that later runs are compared with: recorded, imported, shown and exported. */
@NullMarked
package muster.cli.answers;

import org.jspecify.annotations.NullMarked;
