package muster.experiments.turns;

import java.util.List;
import muster.cli.CommandProvider;
import muster.experiments.turns.ab.AbCommand;
import muster.experiments.turns.overhead.CalibrateCommand;
import muster.experiments.turns.overhead.OverheadCommand;

/** What the command line gets from this folder. */
public final class TurnsCommands implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(AbCommand.class, ArmsCommand.class, CalibrateCommand.class, OverheadCommand.class);
    }
}
