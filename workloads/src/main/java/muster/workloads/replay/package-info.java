/** Recorded operations: the file that holds them, and the workload that replays them. */
@NullMarked
package muster.workloads.replay;

import org.jspecify.annotations.NullMarked;
