/** Plans: parsed, checked, swept, and scheduled into executed phases. */
@NullMarked
package muster.workloads.plan;

import org.jspecify.annotations.NullMarked;
