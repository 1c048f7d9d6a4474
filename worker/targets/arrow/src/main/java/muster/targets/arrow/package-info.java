/** Target "arrow": a property of every node as record batches over Arrow Flight. */
@NullMarked
package muster.targets.arrow;

import org.jspecify.annotations.NullMarked;
