/** The stages of operations, phase by phase and side by side. */
@NullMarked
package muster.report.stage;

import org.jspecify.annotations.NullMarked;
