package muster.experiments.answers;

import java.util.List;
import muster.cli.CommandProvider;

/** What the command line gets from this folder. */
public final class AnswersCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(AnswersCommand.class);
    }
}
