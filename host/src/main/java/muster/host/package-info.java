/** What Linux says of a process and its limits: files below /proc, quotas of control groups. Workers and observers read it. */
@NullMarked
package muster.host;

import org.jspecify.annotations.NullMarked;
