/**
 * JanusGraph over WebSocket with the official driver of TinkerPop and GraphBinary, and its predecessor Titan with the same
 * scripts over HTTP: {@link muster.targets.janusgraph.script.Dialect} holds what they call differently, {@link
 * muster.targets.janusgraph.connection.Connection} has a class for each. The provider reads settings,
 * {@link muster.targets.janusgraph.script.Binding} turns the operations of a transaction into one script with parameters, and a
 * session sends it: the server runs it in one transaction and answers when that is committed. So a
 * transaction costs one round trip, however many actions it has.
 *
 * <p>Both keep all edges of a vertex in one row, sorted. So the lists of Graphity are rows here: a user's posts
 * are its edges PUBLISHED sorted by time, and algorithm graphity's chain of a user is its row of edges GRAPHITY sorted by
 * the newest post of each followee (docs/decisions/0020).
 */
@NullMarked
package muster.targets.janusgraph;

import org.jspecify.annotations.NullMarked;
