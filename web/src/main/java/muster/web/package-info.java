/** The page of a coordinator: what goes on, in a browser, and for monitoring. */
@NullMarked
package muster.web;

import org.jspecify.annotations.NullMarked;
