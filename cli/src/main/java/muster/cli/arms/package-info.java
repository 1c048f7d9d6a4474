/** Several plans, or several values of one key, as the arms of a comparison. */
@NullMarked
package muster.cli.arms;

import org.jspecify.annotations.NullMarked;
