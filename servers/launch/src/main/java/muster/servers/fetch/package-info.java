/** Jars of servers, fetched with Maven. */
@NullMarked
package muster.servers.fetch;

import org.jspecify.annotations.NullMarked;
