/** Runs in the formats of other tools: {@link muster.store.export.Export}. */
@NullMarked
package muster.store.export;

import org.jspecify.annotations.NullMarked;
