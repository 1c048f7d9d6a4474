/** Published claims beside what was measured here: values as text and as plots. */
@NullMarked
package muster.experiments.reproduce.report;

import org.jspecify.annotations.NullMarked;
