/** Published claims: the shape that a claim asserts, and the verdict that repeated measurements give. */
@NullMarked
package muster.report.judgement;

import org.jspecify.annotations.NullMarked;
