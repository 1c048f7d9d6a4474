/** TLS and deadlines of connections. */
@NullMarked
package muster.targets.neo4j.connection;

import org.jspecify.annotations.NullMarked;
