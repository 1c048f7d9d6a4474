package muster.cli;

import muster.cli.terminal.Failure;
import picocli.CommandLine.Command;

/** Stands here for the help: in a checkout the launcher runs the tests before any Java starts. */
@Command(
        name = "test",
        description = "Run the tests of both languages (in a checkout).",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster test            the quick ones, and each capability once with its real server",
            "  ./muster test --fast     for every edit",
            "  ./muster test --only store PercentileTest    one test of a module, in seconds",
            "  ./muster test --all      what continuous integration runs",
            "  ./muster test --nightly  every test",
            "  ./muster test --simulate 10000    histories of a simulated cluster that crashes and loses messages",
            "  ./muster test --torture           1,000 kill -9 over runs on a real Neo4j"
        })
final class TestCommand implements Runnable {
    @Override
    public void run() {
        throw Failure.badInput("test: there are no tests in a distribution; use a checkout");
    }
}
