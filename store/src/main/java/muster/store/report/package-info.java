/** The page about one run, made of what the store's views say: {@link muster.store.report.RunReport}. */
@NullMarked
package muster.store.report;

import org.jspecify.annotations.NullMarked;
