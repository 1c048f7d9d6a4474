package muster.cli;

import java.util.List;

/** Commands of an experiment; found by ServiceLoader. A command is called as its class, without "Command". */
public interface CommandProvider {
    /** Classes with picocli's annotation Command and a constructor without parameters. */
    List<Class<?>> commands();
}
