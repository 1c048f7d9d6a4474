/**
 * FalkorDB with JFalkorDB over one connection a client. A single action is one GRAPH.QUERY, which the server executes
 * atomically; several are one MULTI/EXEC, which nothing of another client comes between.
 */
@NullMarked
package muster.targets.falkordb;

import org.jspecify.annotations.NullMarked;
