package muster.experiments.reproduce;

import java.util.List;
import muster.cli.CommandProvider;

/** What the command line gets from this folder. */
public final class ReproduceCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(ReproduceCommand.class);
    }
}
