/** Clients of the closed and the open model, and their sessions. */
@NullMarked
package muster.worker.engine.client;

import org.jspecify.annotations.NullMarked;
