package muster.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import muster.cli.client.CoordinatorArgument;
import muster.cli.host.ForkedJvm;
import muster.cli.host.Machine;
import muster.cli.host.PythonEnvironment;
import muster.cli.host.Version;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Hello;
import muster.protocol.keys.PeerKeys;
import muster.worker.agent.DealerService;
import muster.worker.agent.EngineSetup;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.PlanAccess;
import muster.workloads.plan.Providers;
import muster.workloads.plan.SecretRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves a coordinator. */
@Command(
        name = "worker",
        description = "Join a coordinator and execute its runs until interrupted (Ctrl-C).",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster worker --coordinator tcp://192.0.2.7:5557 --keys keys",
            "  ./muster worker --name rack3     joins a coordinator on this machine",
            "  ./muster worker --coordinator tcp://192.0.2.7:5557 --keys keys --python --processes 4"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class WorkerCommand implements Callable<Integer> {
    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name, unique in the cluster; default that of its key, or else host and process id.")
    private String name = "";

    @Option(
            names = "--allow-files",
            description =
                    "Allow plans to read any file of this host as $${file:PATH}; default: only the working directory.")
    private boolean allowFiles;

    @Option(
            names = "--allow-secret",
            paramLabel = "NAME[@HOST:PORT]",
            description =
                    "Allow plans to name this secret: a variable of the environment, or file:PATH; with an address,"
                            + " only there. May be repeated; also one a line in allowed-secrets next to the keys.")
    private List<String> allowedSecrets = List.of();

    @Option(names = "--files-in", hidden = true, description = "Allow plans to read files of this folder.")
    private Path files = Path.of("");

    @Option(names = "--attached", hidden = true, description = "Exit when the parent process exits.")
    private boolean attached;

    @Option(names = "--replica", description = "Share a key with other workers: join as KEY/HOST-PROCESS.")
    private boolean replica;

    @Option(
            names = "--health-file",
            paramLabel = "FILE",
            description = "Write the health of this worker to FILE once a second.")
    private @Nullable Path healthFile;

    @Option(names = "--quiet", description = "Print errors only.")
    private boolean quiet;

    @Option(names = "--python", description = "Run a Python worker; its environment is installed on first use.")
    private boolean python;

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --python: number of engine processes; default ${DEFAULT-VALUE}.")
    private int processes;

    @Option(
            names = "--allow-code",
            paramLabel = "DIR",
            description = "With --python: allow plans to name generators of journeys in this folder, which is code;"
                    + " default MUSTER_ALLOW_CODE, else none.")
    private @Nullable Path code;

    @Mixin
    private final CoordinatorArgument coordinator = new CoordinatorArgument();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        String address = coordinator.address();
        if (code != null && !python) {
            throw Failure.badInput("--allow-code " + code + ": only Python workers execute generators; add --python");
        }
        return python ? servePython(address) : serve(address);
    }

    /** This process only passes on: signals to the Python worker, its exit code to whoever asks. */
    private int servePython(String address) {
        try {
            PythonProgram program = PythonProgram.ready(processes, output::line);
            return program.run(address, name, PlanAccess.withoutSecrets(files()), coordinator.workerFolder(), more());
        } catch (PythonEnvironment.Missing e) {
            throw Failure.badInput(String.valueOf(e.getMessage()));
        }
    }

    private List<String> more() {
        List<String> more = new ArrayList<>(quiet ? List.of("--quiet") : List.of());
        allowedSecrets.forEach(one -> more.addAll(List.of("--allow-secret", one)));
        more.addAll(code == null ? List.of() : List.of("--allow-code", code.toString()));
        more.addAll(replica ? List.of("--replica") : List.of());
        more.addAll(healthFile == null ? List.of() : List.of("--health-file", healthFile.toString()));
        return more;
    }

    private int serve(String address) {
        Consumer<String> log = quiet ? line -> {} : output::line;
        PeerKeys own = coordinator.worker(name);
        Hello hello = hello(joinAs(own));
        try (DealerService service =
                        new DealerService(address, own, hello, EngineSetup.alone(dataFolder(), access()), log);
                HealthFile health = new HealthFile(healthFile, service::trouble, output::note)) {
            health.begin();
            if (attached) {
                ForkedJvm.attachToParent();
            }
            Interrupts.handle(() -> service.leave("stop requested"));
            String failure = service.serve();
            if (!failure.isEmpty()) {
                throw Failure.fault(failure);
            }
            return ExitCode.OK.code();
        }
    }

    private PlanAccess access() {
        Path keys = coordinator.workerFolder();
        return new PlanAccess(files(), SecretRule.of(allowedSecrets, keys));
    }

    private FileRule files() {
        return allowFiles ? FileRule.anywhere() : FileRule.within(files);
    }

    private String joinAs(@Nullable PeerKeys own) {
        String unique = Machine.host() + "-" + ProcessHandle.current().pid();
        if (own != null) {
            return replica ? own.name() + "/" + unique : own.name();
        }
        return name.isEmpty() ? unique : name;
    }

    public static Hello hello(String name) {
        return Hello.newBuilder()
                .setName(name)
                .setNonce(ThreadLocalRandom.current().nextLong())
                .setLanguage("java")
                .setSoftwareVersion(Version.number())
                .setHost(Machine.host())
                .setPid(ProcessHandle.current().pid())
                .setCores(Runtime.getRuntime().availableProcessors())
                .addAllTargets(Providers.targets())
                .putAllEnvironment(Machine.facts())
                .build();
    }

    /** Data files of plans are kept by checksum, so that any number of workers may share them. */
    public static Path dataFolder() {
        return Path.of(System.getProperty("muster.home", "."), ".muster", "data");
    }
}
