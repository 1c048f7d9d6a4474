/**
 * CURVE keys: what a coordinator, a worker and a client hold, where their files are, and how a socket gets them. The
 * files are certificates as ZeroMQ's tools write them (ZPL), so that pyzmq reads them too.
 */
@NullMarked
package muster.protocol.keys;

import org.jspecify.annotations.NullMarked;
