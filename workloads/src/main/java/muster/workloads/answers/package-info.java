/** Answers of queries: what their values are, their digests, and the reference that they are compared with. */
@NullMarked
package muster.workloads.answers;

import org.jspecify.annotations.NullMarked;
