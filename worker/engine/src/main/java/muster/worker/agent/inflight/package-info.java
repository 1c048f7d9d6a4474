/** Operations in flight: listed and ended on demand. */
@NullMarked
package muster.worker.agent.inflight;

import org.jspecify.annotations.NullMarked;
