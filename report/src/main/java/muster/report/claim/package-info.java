/** Published claims beside what was measured here: values as text and as plots. */
@NullMarked
package muster.report.claim;

import org.jspecify.annotations.NullMarked;
