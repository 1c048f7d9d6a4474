/** Answers of statements that a plan names, and what the server says of them before a run. */
@NullMarked
package muster.targets.falkordb.query;

import org.jspecify.annotations.NullMarked;
