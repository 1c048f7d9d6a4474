/** Claims files: what somebody published about a system, how it is measured here, and which shape is tested. */
@NullMarked
package muster.cli.claims;

import org.jspecify.annotations.NullMarked;
