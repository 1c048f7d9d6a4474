/** What is sent, to where, and how it may fail: the same for every version of HTTP. */
@NullMarked
package muster.targets.http.request;

import org.jspecify.annotations.NullMarked;
