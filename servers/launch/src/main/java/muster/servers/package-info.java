/** Starts, stops and lists real database servers as separate operating-system processes, each described by a provider. */
@NullMarked
package muster.servers;

import org.jspecify.annotations.NullMarked;
