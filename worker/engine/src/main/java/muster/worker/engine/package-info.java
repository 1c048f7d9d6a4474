/** Executes operations with n clients, times them, and records them in shards; knows no socket and no SQL. */
@NullMarked
package muster.worker.engine;

import org.jspecify.annotations.NullMarked;
