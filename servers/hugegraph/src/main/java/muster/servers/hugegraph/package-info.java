/** Apache HugeGraph as a local server process; its jars are fetched at run time and none of its code is linked. */
@NullMarked
package muster.servers.hugegraph;

import org.jspecify.annotations.NullMarked;
