/** What targets of several databases have in common; it knows no driver and no database. */
@NullMarked
package muster.targets.support;

import org.jspecify.annotations.NullMarked;
