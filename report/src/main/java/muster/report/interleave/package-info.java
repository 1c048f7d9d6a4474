/** Arms that take turns: what their turns say of the ratio of two of them. */
@NullMarked
package muster.report.interleave;

import org.jspecify.annotations.NullMarked;
