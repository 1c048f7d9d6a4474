/** Answers of queries: what their values are, their digests, and the reference that they are compared with. */
@NullMarked
package muster.workloads.answer;

import org.jspecify.annotations.NullMarked;
