package muster.experiments.limit;

import java.util.List;
import muster.cli.CommandProvider;

/** What the command line gets from this folder. */
public final class LimitCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(LimitCommand.class);
    }
}
