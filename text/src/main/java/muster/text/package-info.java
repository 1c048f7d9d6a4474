/** Text that leaves Muster: JSON, and what is safe to print of what others sent. Uses nothing else of Muster. */
@NullMarked
package muster.text;

import org.jspecify.annotations.NullMarked;
