/** What a peer may say: every figure of its messages is compared with what the peer was given. */
@NullMarked
package muster.coordinator.core.bounds;

import org.jspecify.annotations.NullMarked;
