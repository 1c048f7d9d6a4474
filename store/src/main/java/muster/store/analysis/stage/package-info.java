/** The stages of operations, phase by phase and side by side. */
@NullMarked
package muster.store.analysis.stage;

import org.jspecify.annotations.NullMarked;
