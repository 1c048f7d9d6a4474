/** Claims files: what somebody published about a system, how it is measured here, and which shape is tested. */
@NullMarked
package muster.experiments.reproduce.claims;

import org.jspecify.annotations.NullMarked;
