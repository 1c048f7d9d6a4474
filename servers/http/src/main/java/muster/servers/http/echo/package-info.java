/** The process of the echo server: HTTP/1.1 with kept connections over java.nio, and nothing else. */
@NullMarked
package muster.servers.http.echo;

import org.jspecify.annotations.NullMarked;
