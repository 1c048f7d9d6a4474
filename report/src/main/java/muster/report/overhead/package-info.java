/** What the distribution layer costs: pairs of a standalone and a cluster run. */
@NullMarked
package muster.report.overhead;

import org.jspecify.annotations.NullMarked;
