/**
 * A generated social network: people in places who know each other, forums, posts, comments, likes and tags. Everything is
 * a pure function of (seed, people, index), so that any range of it can be generated on its own.
 */
@NullMarked
package muster.workloads.social;

import org.jspecify.annotations.NullMarked;
