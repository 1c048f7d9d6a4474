package muster.workloads.data;

import java.nio.file.Path;
import java.util.List;
import muster.workloads.DataFiles;
import muster.workloads.plan.language.PlanException;

/** Opens the graph that a plan names. */
public final class DataSets {
    private static final String DEBIAN = "debian";

    private DataSets() {}

    /**
     * The graph of a data set.
     *
     * @param name of a data file, or "debian" for the package lists of this machine
     * @param format of the file: edges or debian
     * @throws PlanException if there is none, a line of it is malformed (file:line), or it is empty
     */
    public static EdgeList graph(String name, String format, DataFiles files) {
        EdgeList graph = read(name, format, files);
        if (graph.vertices() < 2) {
            throw new PlanException("data: " + name + " holds no graph: at least two vertices are needed");
        }
        return graph;
    }

    private static EdgeList read(String name, String format, DataFiles files) {
        if (name.equals(DEBIAN)) {
            return DebianReader.read(DebianLists.find(Path.of("/var/lib")));
        }
        Path file = files.path(name);
        return format.equals(DEBIAN) ? DebianReader.read(List.of(file)) : EdgeListReader.read(file);
    }
}
