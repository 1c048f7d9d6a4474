/** PostgreSQL as a local server process, from the packages of the system: nothing is fetched. */
@NullMarked
package muster.servers.postgresql;

import org.jspecify.annotations.NullMarked;
