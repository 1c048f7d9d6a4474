/** Crashes of the server within a phase: when, and what they did to throughput and to acknowledged writes. */
@NullMarked
package muster.coordinator.core.crash;

import org.jspecify.annotations.NullMarked;
