package muster.experiments.replay;

import java.util.List;
import muster.cli.CommandProvider;

/** What the command line gets from this folder. */
public final class ReplayCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(RecordCommand.class);
    }
}
