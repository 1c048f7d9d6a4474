/**
 * HTTP/1.1 over blocking channels: each client is a virtual thread, which writes and reads its connection itself.
 * docs/decisions/0016 has the comparison with event loops.
 */
@NullMarked
package muster.targets.http.http1;

import org.jspecify.annotations.NullMarked;
