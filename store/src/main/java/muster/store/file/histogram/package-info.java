/** HdrHistograms as they are stored, and their SQL functions. */
@NullMarked
package muster.store.file.histogram;

import org.jspecify.annotations.NullMarked;
