/** Requests to a Gremlin server, over WebSocket or HTTP. */
@NullMarked
package muster.targets.janusgraph.connection;

import org.jspecify.annotations.NullMarked;
