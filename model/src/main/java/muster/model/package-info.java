/** What a run consists of, as plain values: where something happened, what was planned, reported, covered and judged. */
@NullMarked
package muster.model;

import org.jspecify.annotations.NullMarked;
