package muster.servers.fetch;

import java.io.IOException;
import java.nio.file.Path;

/** Files that the ordinary client of a package registry fetches once; nothing of them is shipped with Muster. */
public sealed interface FetchedFiles extends ServerFiles permits RuntimePom, PythonWheel {
    /** The name under which {@link #text} stands in the cache. */
    String file();

    /** What is asked for, in the client's words; an entry of the cache that was made from another text is made anew. */
    String text();

    /** The licence of the server, told before the first fetch. */
    String licence();

    /** What is fetched and by which client, told before the first fetch. */
    String summary();

    /**
     * Fetches into {@code folder/lib}; {@link #text} stands in {@code folder} already.
     *
     * @param what names it in messages
     */
    void fetch(Path folder, String what, Fetcher fetcher) throws IOException;
}
