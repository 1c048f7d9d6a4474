/** ./muster reproduce: tests published claims on this machine. */
@NullMarked
package muster.experiments.reproduce;

import org.jspecify.annotations.NullMarked;
