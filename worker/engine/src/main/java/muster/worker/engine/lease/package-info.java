/** Leases, and how clients share them. */
@NullMarked
package muster.worker.engine.lease;

import org.jspecify.annotations.NullMarked;
