/** What this process may use of the machine, what it uses, and how late its threads run. */
@NullMarked
package muster.worker.agent.meter;

import org.jspecify.annotations.NullMarked;
