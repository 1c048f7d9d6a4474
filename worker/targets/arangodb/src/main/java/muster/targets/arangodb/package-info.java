/**
 * ArangoDB with its official driver: each action is one query of AQL, several actions are one stream transaction. The
 * driver's part is to carry them; what to do about a failure is the engine's decision.
 */
@NullMarked
package muster.targets.arangodb;

import org.jspecify.annotations.NullMarked;
