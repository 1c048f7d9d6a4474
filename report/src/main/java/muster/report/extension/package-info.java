/** What other parts of Muster add to reports. */
@NullMarked
package muster.report.extension;

import org.jspecify.annotations.NullMarked;
