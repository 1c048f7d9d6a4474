package muster.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Loads the classes that most commands need; the launcher archives them, so that later starts are quick. */
@Command(name = "warm-archive", hidden = true, description = "Load what the launcher archives for quick starts.")
final class WarmArchive implements Runnable {
    @Override
    public void run() {
        CommandLine muster = Main.commandLine();
        muster.execute("--help");
        muster.execute("--version");
        muster.execute("check", "noop", "--offline");
        muster.execute("sql", "no such file", "");
    }
}
