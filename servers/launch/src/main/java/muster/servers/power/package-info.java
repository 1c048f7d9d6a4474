/** Loss of power: what a server has not synced of its files is gone. */
@NullMarked
package muster.servers.power;

import org.jspecify.annotations.NullMarked;
