/** Reports to a coordinator what a server on this host uses. */
@NullMarked
package muster.experiments.observe;

import org.jspecify.annotations.NullMarked;
