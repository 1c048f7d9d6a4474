package muster.servers.fetch;

import java.io.IOException;
import java.nio.file.Path;
import muster.servers.host.TextResources;

/**
 * A POM that holds only Maven coordinates, so that nothing of the server is linked into Muster or shipped with it.
 *
 * @param text the POM
 * @param jars how many files it resolves to, told before the first fetch
 * @param megabytes their size, in units of 1,000,000 bytes
 * @param licence the licence of the server, told before the first fetch
 */
public record RuntimePom(String text, int jars, int megabytes, String licence) implements FetchedFiles {
    /** Reads the POM from a resource beside the class of its provider. */
    public static RuntimePom resource(Class<?> beside, String name, int jars, int megabytes, String licence) {
        return new RuntimePom(TextResources.text(beside, name), jars, megabytes, licence);
    }

    @Override
    public String file() {
        return "pom.xml";
    }

    @Override
    public String summary() {
        return "with Maven, once: " + jars + " jars, " + megabytes + " MB";
    }

    @Override
    public void fetch(Path folder, String what, Fetcher fetcher) throws IOException {
        new MavenFetch(fetcher.mavenWrapper(), fetcher.say()).run(folder, what);
    }
}
