/** Counter-based draws from integers and tables only, bit for bit the same in every language. */
@NullMarked
package muster.workloads.random;

import org.jspecify.annotations.NullMarked;
