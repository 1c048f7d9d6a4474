/** JSON of answers, read while it arrives. */
@NullMarked
package muster.targets.http.json;

import org.jspecify.annotations.NullMarked;
