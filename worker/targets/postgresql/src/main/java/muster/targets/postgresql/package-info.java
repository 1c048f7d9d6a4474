/**
 * PostgreSQL with its JDBC driver: the graph as relations, with the keys and indexes that its algorithm needs. One connection
 * a client. It is the control group: what a general database does with the same work.
 */
@NullMarked
package muster.targets.postgresql;

import org.jspecify.annotations.NullMarked;
