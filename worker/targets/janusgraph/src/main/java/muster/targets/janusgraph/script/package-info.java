/** Operations as Gremlin scripts. */
@NullMarked
package muster.targets.janusgraph.script;

import org.jspecify.annotations.NullMarked;
