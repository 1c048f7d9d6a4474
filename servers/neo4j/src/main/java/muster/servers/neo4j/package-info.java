/** Neo4j as a local server process; its jars are fetched at run time and none of its code is linked. */
@NullMarked
package muster.servers.neo4j;

import org.jspecify.annotations.NullMarked;
