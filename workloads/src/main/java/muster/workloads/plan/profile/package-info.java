/** Loads that change with the time of their phase: stages, a spike, a sine, and what a file says. */
@NullMarked
package muster.workloads.plan.profile;

import org.jspecify.annotations.NullMarked;
