/**
 * What the database must hold and answer after operations whose order of commits nobody knows: {@link
 * muster.workloads.oracle.KnownOutcomes} is what coverage says of each phase, {@link muster.workloads.oracle.Oracle} draws the
 * conclusions, and they become {@link muster.workloads.oracle.Finding}s. docs/decisions/0012 has the reasons.
 */
@NullMarked
package muster.workloads.oracle;

import org.jspecify.annotations.NullMarked;
