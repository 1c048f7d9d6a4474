/** Rows about published claims that were tested. */
@NullMarked
package muster.store.file.row.claim;

import org.jspecify.annotations.NullMarked;
