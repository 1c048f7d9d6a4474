/** Loads that take turns: when each may start operations, and which time is measured (docs/semantics.md rule 24). */
@NullMarked
package muster.workloads.plan.turns;

import org.jspecify.annotations.NullMarked;
