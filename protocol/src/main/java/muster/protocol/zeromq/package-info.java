/** What jeromq needs to be safe against hostile or slow peers. */
@NullMarked
package muster.protocol.zeromq;

import org.jspecify.annotations.NullMarked;
