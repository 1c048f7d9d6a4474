/** Recording the answers that later runs are compared with. */
@NullMarked
package muster.cli.answers;

import org.jspecify.annotations.NullMarked;
