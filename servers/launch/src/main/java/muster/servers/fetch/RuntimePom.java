package muster.servers.fetch;

import muster.servers.host.ResourceTexts;

/**
 * A POM that holds only Maven coordinates, so that nothing of the server is linked into Muster or shipped with it.
 *
 * @param text the POM
 * @param jars how many files it resolves to, told before the first fetch
 * @param megabytes their size, in units of 1,000,000 bytes
 * @param licence the licence of the server, told before the first fetch
 */
public record RuntimePom(String text, int jars, int megabytes, String licence) {
    /** For a server that needs no jars: nothing is fetched. */
    public static final RuntimePom NOTHING = new RuntimePom("", 0, 0, "");

    /** Reads the POM from a resource beside the class of its provider. */
    public static RuntimePom resource(Class<?> beside, String name, int jars, int megabytes, String licence) {
        return new RuntimePom(ResourceTexts.text(beside, name), jars, megabytes, licence);
    }
}
