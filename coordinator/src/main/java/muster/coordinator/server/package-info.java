/** The coordinator's surroundings: ZeroMQ, the store thread, uploads and access control. */
@NullMarked
package muster.coordinator.server;

import org.jspecify.annotations.NullMarked;
