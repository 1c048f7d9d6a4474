package muster.servers.host;

import java.util.Map;

/** A process of a server that is to be started. */
public sealed interface ServerCommand permits JavaCommand, ProgramCommand {
    /** Variables set for this process only. */
    Map<String, String> environment();
}
