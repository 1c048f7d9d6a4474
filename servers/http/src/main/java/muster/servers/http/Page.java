package muster.servers.http;

import java.io.IOException;
import muster.servers.ServerContext;

/** The page of a set size that every server of these has. */
final class Page {
    static final String NAME = "page.html";
    static final int USUAL_SIZE = 1024;

    private Page() {}

    static void write(ServerContext context, String folder, int size) throws IOException {
        context.write(folder + "/" + NAME, "x".repeat(size));
    }
}
