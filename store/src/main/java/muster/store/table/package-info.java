/** Tables of text, and numbers formatted for people. */
@NullMarked
package muster.store.table;

import org.jspecify.annotations.NullMarked;
