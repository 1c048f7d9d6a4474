/** What is asked: a workload gives the operations of each phase as a pure function of seed and index. */
@NullMarked
package muster.workloads;

import org.jspecify.annotations.NullMarked;
