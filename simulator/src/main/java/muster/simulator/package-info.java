/** A seeded world of network, clocks, disk and processes around the machines of the coordinator and the worker. */
@NullMarked
package muster.simulator;

import org.jspecify.annotations.NullMarked;
