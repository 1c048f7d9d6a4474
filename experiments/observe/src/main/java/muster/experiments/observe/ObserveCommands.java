package muster.experiments.observe;

import java.util.List;
import muster.cli.CommandProvider;

/** What the command line gets from this folder. */
public final class ObserveCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(ObserveCommand.class);
    }
}
