/** Which of several is the best, by how much, alike or undecided: one shape, one sentence and one drawing for arms, steps and limits. */
@NullMarked
package muster.report.ranking;

import org.jspecify.annotations.NullMarked;
