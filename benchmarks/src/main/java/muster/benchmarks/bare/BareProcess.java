package muster.benchmarks.bare;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.benchmarks.measure.Measured;
import muster.benchmarks.measure.Measured.Phase;
import muster.benchmarks.process.JavaProcess;

/** The bare side, a process that stays up, too: {@link Bare} measures once for each line that it is sent. */
public final class BareProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader figures;

    /**
     * Prepares a bare loop in a process of its own.
     *
     * @param sets changes to the plan
     */
    public BareProcess(Path plan, List<String> sets) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(plan.toString()));
        arguments.addAll(sets);
        this.process = JavaProcess.of(Bare.class, arguments).start();
        this.commands = process.outputWriter();
        this.figures = process.inputReader();
    }

    public Measured run() throws IOException {
        commands.write(Bare.AGAIN);
        commands.newLine();
        commands.flush();
        List<Phase> phases = new ArrayList<>();
        String note = "";
        String line = read();
        while (!line.equals(Bare.DONE)) {
            String[] words = line.split(" ", 4);
            phases.add(new Phase(words[0], Double.parseDouble(words[1]), Double.parseDouble(words[2])));
            note = words[3];
            line = read();
        }
        return new Measured(phases, note);
    }

    private String read() throws IOException {
        String line = figures.readLine();
        if (line == null) {
            throw new IOException("the bare loop ended; what it said of it stands above");
        }
        return line;
    }

    /** It ends with its input, and with this process. */
    @Override
    public void close() throws IOException {
        commands.close();
        process.onExit().join();
    }
}
