/** Writes the pages of reports. */
@NullMarked
package muster.report.html;

import org.jspecify.annotations.NullMarked;
