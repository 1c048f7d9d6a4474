/** Neo4j's Query API: the statements of workload query over HTTP/1.1. */
@NullMarked
package muster.targets.neo4j.http;

import org.jspecify.annotations.NullMarked;
