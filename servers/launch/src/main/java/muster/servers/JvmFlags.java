package muster.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The flags of a server's virtual machine, of which a later one overrides an earlier. They begin with a heap that is fixed
 * from the start, so that no figure depends on when it grew, and with G1 whatever the machine's size.
 */
public final class JvmFlags {
    /** From this Java on, native access and Unsafe must be allowed, or every start warns of them. */
    private static final int NEEDS_PERMISSIONS = 24;

    /** The setting of most servers that holds more flags, separated by spaces; they come last and so override ours. */
    public static final String SETTING = "jvm.flags";

    private final ServerContext context;
    private final List<String> flags;

    public JvmFlags(ServerContext context) {
        this.context = context;
        this.flags = new ArrayList<>(List.of("-Xms" + context.heap(), "-Xmx" + context.heap(), "-XX:+UseG1GC"));
    }

    public JvmFlags add(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    /** Native access and Unsafe, where this Java asks for it. */
    public JvmFlags permissions() {
        return context.java().feature() >= NEEDS_PERMISSIONS
                ? add("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
                : this;
    }

    /** All of them, and last those of the user: the words of this setting of the server. */
    public List<String> and(String setting) {
        Stream.of(context.settings().getOrDefault(setting, "").split(" ", -1))
                .filter(flag -> !flag.isEmpty())
                .forEach(flags::add);
        return List.copyOf(flags);
    }
}
