/**
 * Neo4j over Bolt with its official driver. The provider reads settings, {@link muster.targets.neo4j.Binding} turns
 * operations into statements of Cypher, a session runs them in explicit transactions, and the driver's own retries are
 * off: a failure is an outcome, and what to do about it is the engine's decision.
 */
@NullMarked
package muster.targets.neo4j;

import org.jspecify.annotations.NullMarked;
