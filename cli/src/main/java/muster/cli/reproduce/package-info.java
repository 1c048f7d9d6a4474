/** ./muster reproduce: tests published claims on this machine. */
@NullMarked
package muster.cli.reproduce;

import org.jspecify.annotations.NullMarked;
