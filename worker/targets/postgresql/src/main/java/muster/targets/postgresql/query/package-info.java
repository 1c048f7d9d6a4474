/** Statements that a plan names: their parameters, their answers, and what the server says of them before a run. */
@NullMarked
package muster.targets.postgresql.query;

import org.jspecify.annotations.NullMarked;
