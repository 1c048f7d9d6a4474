/** The YAML of plans: trees, typed settings, durations, references, secrets, and errors with line and key. */
@NullMarked
package muster.workloads.plan.language;

import org.jspecify.annotations.NullMarked;
