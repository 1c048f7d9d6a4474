/**
 * HTTP/2 by Netty, which knows its frames, header compression and flow control: the streams of several clients share a
 * connection, and one event loop writes and reads it.
 */
@NullMarked
package muster.targets.http.http2;

import org.jspecify.annotations.NullMarked;
