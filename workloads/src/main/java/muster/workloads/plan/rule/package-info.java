/** What a plan says must hold, and what ends a phase before its time. */
@NullMarked
package muster.workloads.plan.rule;

import org.jspecify.annotations.NullMarked;
