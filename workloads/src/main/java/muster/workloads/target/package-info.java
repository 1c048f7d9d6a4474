/** The small interface that a target implements; it is found by {@link java.util.ServiceLoader}. */
@NullMarked
package muster.workloads.target;

import org.jspecify.annotations.NullMarked;
