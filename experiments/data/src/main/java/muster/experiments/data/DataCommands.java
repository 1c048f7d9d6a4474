package muster.experiments.data;

import java.util.List;
import muster.cli.CommandProvider;

/** What the command line gets from this folder. */
public final class DataCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(DataCommand.class);
    }
}
