/** What jeromq needs to be safe against hostile or slow peers, and fast with many. */
@NullMarked
package muster.protocol.zeromq;

import org.jspecify.annotations.NullMarked;
