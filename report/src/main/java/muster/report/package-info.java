/** The page about one run, made of what the store's views say: {@link muster.report.RunReport}. */
@NullMarked
package muster.report;

import org.jspecify.annotations.NullMarked;
