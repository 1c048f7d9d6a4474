/** What was measured: one SQLite file a run series, its views, and HdrHistogram functions for SQL. */
@NullMarked
package muster.store;

import org.jspecify.annotations.NullMarked;
