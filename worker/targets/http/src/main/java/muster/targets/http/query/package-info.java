/** Requests that a plan's operations name: templates with parameters, and what becomes of the answers. */
@NullMarked
package muster.targets.http.query;

import org.jspecify.annotations.NullMarked;
