/** Records that are written to the store, one type a table. */
@NullMarked
package muster.store.file.row;

import org.jspecify.annotations.NullMarked;
