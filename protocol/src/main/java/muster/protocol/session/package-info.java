/** A reliable, ordered channel over unreliable connections, and clock synchronisation. */
@NullMarked
package muster.protocol.session;

import org.jspecify.annotations.NullMarked;
