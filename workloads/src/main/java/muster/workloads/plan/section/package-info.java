/** Sections of a plan beside target, workload and phases. */
@NullMarked
package muster.workloads.plan.section;

import org.jspecify.annotations.NullMarked;
