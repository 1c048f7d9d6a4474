/** Section "server" of a plan: the database server that Muster starts for it. */
@NullMarked
package muster.workloads.plan.server;

import org.jspecify.annotations.NullMarked;
