/** The store: one SQLite file for a series of runs. */
@NullMarked
package muster.store.file;

import org.jspecify.annotations.NullMarked;
