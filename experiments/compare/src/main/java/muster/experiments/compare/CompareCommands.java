package muster.experiments.compare;

import java.util.List;
import muster.cli.CommandProvider;

/** What the command line gets from this folder. */
public final class CompareCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(CompareCommand.class);
    }
}
