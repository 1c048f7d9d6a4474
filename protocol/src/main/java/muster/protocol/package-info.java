/** The frames and messages of a Muster cluster; the README of this module says who sends what, and when. */
@NullMarked
package muster.protocol;

import org.jspecify.annotations.NullMarked;
