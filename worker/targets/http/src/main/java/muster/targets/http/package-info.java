/** The http target: one request an operation, for baselines such as static pages. */
@NullMarked
package muster.targets.http;

import org.jspecify.annotations.NullMarked;
