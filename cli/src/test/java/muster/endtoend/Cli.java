package muster.endtoend;

import java.io.PrintWriter;
import java.io.StringWriter;
import muster.cli.Main;
import picocli.CommandLine;

/** Runs commands within this JVM. */
public final class Cli {
    private Cli() {}

    public static Shell.Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine muster =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = muster.execute(Main.meant(arguments));
        return new Shell.Result(code, out.toString(), err.toString());
    }
}
