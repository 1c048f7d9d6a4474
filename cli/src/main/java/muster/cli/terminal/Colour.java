package muster.cli.terminal;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Whether verdicts are printed in colour: what {@code --color} may be. */
public enum Colour {
    /** On a terminal, unless NO_COLOR is set. */
    AUTO,
    ALWAYS,
    NEVER;

    /** What a command was given. */
    static Colour of(CommandSpec spec) {
        OptionSpec option = spec.optionsMap().get("--color");
        Colour given = option == null ? null : option.getValue();
        return given == null ? AUTO : given;
    }

    boolean isUsed() {
        return isUsed(Terminal.output(), System.getenv("NO_COLOR"), System.getenv("TERM"));
    }

    /** @param none of https://no-color.org: set and not empty */
    boolean isUsed(boolean terminal, @Nullable String none, @Nullable String kind) {
        return switch (this) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> terminal && (none == null || none.isEmpty()) && !"dumb".equals(kind);
        };
    }
}
