/** What servers leave on disk, and its removal. */
@NullMarked
package muster.servers.clean;

import org.jspecify.annotations.NullMarked;
