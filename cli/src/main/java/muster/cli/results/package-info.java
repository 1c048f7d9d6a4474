/** Commands over the store: runs, compare, report, export, sql. */
@NullMarked
package muster.cli.results;

import org.jspecify.annotations.NullMarked;
