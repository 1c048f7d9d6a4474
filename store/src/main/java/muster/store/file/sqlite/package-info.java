/** Connections, transactions and queries. */
@NullMarked
package muster.store.file.sqlite;

import org.jspecify.annotations.NullMarked;
