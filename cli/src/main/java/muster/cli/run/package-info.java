/** Commands that execute plans: run, standalone, coordinator, worker. */
@NullMarked
package muster.cli.run;

import org.jspecify.annotations.NullMarked;
