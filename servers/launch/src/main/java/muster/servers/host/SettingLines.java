package muster.servers.host;

import java.util.Map;
import java.util.stream.Collectors;

/** A server's configuration file of one setting a line. */
public final class SettingLines {
    private SettingLines() {}

    /**
     * Its whole text.
     *
     * @param between what stands between name and value, such as {@code =}
     */
    public static String of(Map<String, String> settings, String between) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + between + setting.getValue())
                .collect(Collectors.joining("\n", "# Written by Muster before every start.\n", "\n"));
    }
}
