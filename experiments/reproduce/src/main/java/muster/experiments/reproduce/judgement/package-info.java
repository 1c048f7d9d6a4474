/** Published claims: the shape that a claim asserts, and the verdict that repeated measurements give. */
@NullMarked
package muster.experiments.reproduce.judgement;

import org.jspecify.annotations.NullMarked;
