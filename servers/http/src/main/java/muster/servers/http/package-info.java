/** Web servers for baselines: Debian's Apache, Tomcat from Maven Central, and an echo server of Muster. */
@NullMarked
package muster.servers.http;

import org.jspecify.annotations.NullMarked;
