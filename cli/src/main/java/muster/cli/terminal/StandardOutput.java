package muster.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.coordinator.core.event.ExitCode;
import org.jspecify.annotations.Nullable;

/** Where results are printed: remembers that they could not be written, which a PrintWriter does not tell. */
public final class StandardOutput extends FilterOutputStream {
    private static final StandardOutput OF_THIS_PROCESS =
            new StandardOutput(new FileOutputStream(FileDescriptor.out), Path.of("/proc/self/fd/1"));

    private final Path link;
    private volatile @Nullable IOException failure;

    /** @param link to what it writes to, as Linux has it; need not be there */
    StandardOutput(OutputStream out, Path link) {
        super(out);
        this.link = link;
    }

    public static StandardOutput ofThisProcess() {
        return OF_THIS_PROCESS;
    }

    public PrintWriter writer() {
        return new PrintWriter(new OutputStreamWriter(this, StandardCharsets.UTF_8), true);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** The exit code of a command that returned this one; a result that was not written is a fault, in one line on {@code err}. */
    public int exitCode(int returned, PrintWriter err) {
        IOException failed = failure;
        if (failed == null || readerHasEnded(failed)) {
            return returned;
        }
        err.println("muster: cannot write to standard output: " + failed.getMessage());
        err.flush();
        return ExitCode.of(returned).worse(ExitCode.FAULT).code();
    }

    /** Of a pipe or socket: {@code | head -1} has read what it wants. The message is in the language of the user. */
    private boolean readerHasEnded(IOException failed) {
        if ("Broken pipe".equals(failed.getMessage())) {
            return true;
        }
        try {
            String to = Files.readSymbolicLink(link).toString();
            return to.startsWith("pipe:") || to.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }
}
