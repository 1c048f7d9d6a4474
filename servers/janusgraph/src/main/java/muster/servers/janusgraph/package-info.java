/**
 * JanusGraph, the continuation of Titan, as a local server process, on BerkeleyJE inside it or on real Cassandra nodes
 * beside it; their jars are fetched at run time and none of their code is linked.
 */
@NullMarked
package muster.servers.janusgraph;

import org.jspecify.annotations.NullMarked;
