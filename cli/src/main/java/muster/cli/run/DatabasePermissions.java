package muster.cli.run;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.Submit;
import picocli.CommandLine.Option;

/** The one database that a run may erase, and the one that it may change, although their contents are not Muster's. */
public final class DatabasePermissions {
    private static final String PLACE = "HOST:PORT/DATABASE";

    @Option(
            names = "--allow-erase",
            paramLabel = PLACE,
            description = "Allow Muster to erase this database although it did not create its contents.")
    private String erase = "";

    @Option(
            names = "--allow-write",
            paramLabel = PLACE,
            description = "With data: none, allow operations to change the contents of this database.")
    private String write = "";

    /**
     * Whether it may be erased.
     *
     * @param place HOST:PORT/DATABASE
     */
    public boolean erases(String place) {
        return erase.equals(place);
    }

    /**
     * Whether operations may change it.
     *
     * @param place HOST:PORT/DATABASE
     */
    public boolean writes(String place) {
        return write.equals(place);
    }

    /** The same request, with them. */
    public Submit.Builder in(Submit.Builder request) {
        return request.setAllowErase(erase).setAllowWrite(write);
    }

    /** The same as options of another command of ours. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (!erase.isEmpty()) {
            arguments.addAll(List.of("--allow-erase", erase));
        }
        if (!write.isEmpty()) {
            arguments.addAll(List.of("--allow-write", write));
        }
        return arguments;
    }
}
