/**
 * Arrow Flight within a Neo4j process: node properties of graphs of the Graph Data Science library as streams of record
 * batches. It is compiled against classes under the GPLv3 and so is under the GPLv3 itself, unlike the rest of Muster.
 */
@NullMarked
package muster.neo4j.flight;

import org.jspecify.annotations.NullMarked;
