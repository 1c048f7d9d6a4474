/**
 * HugeGraph over HTTP with its official client: batches and single elements through REST, the actions of Graphity as scripts
 * of Gremlin. HugeGraph has no transaction that spans requests and gives clients no locks, so {@link
 * muster.targets.hugegraph.Scripts} say how several actions and concurrent ones are kept right.
 */
@NullMarked
package muster.targets.hugegraph;

import org.jspecify.annotations.NullMarked;
