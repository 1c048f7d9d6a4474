/** Commands that make data. */
@NullMarked
package muster.cli.data;

import org.jspecify.annotations.NullMarked;
