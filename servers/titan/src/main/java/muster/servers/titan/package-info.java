/**
 * Titan 1.0.0 as a local server process: Titan on BerkeleyJE within the Gremlin Server of TinkerPop 3.0.1, which answers
 * over HTTP. Its jars are fetched at run time and none of its code is linked.
 */
@NullMarked
package muster.servers.titan;

import org.jspecify.annotations.NullMarked;
