/** The statements of Muster's own workloads, and what differs between databases that speak Bolt and Cypher. */
@NullMarked
package muster.targets.neo4j.cypher;

import org.jspecify.annotations.NullMarked;
