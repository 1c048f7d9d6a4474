package muster.experiments.observe;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import muster.cli.client.CoordinatorArgument;
import muster.cli.host.Machine;
import muster.cli.run.WorkerCommand;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.observe.MetricsEndpoint;
import muster.protocol.Hello;
import muster.protocol.keys.PeerKeys;
import muster.servers.MusterHome;
import muster.servers.Servers;
import muster.worker.agent.DealerService;
import muster.worker.agent.SessionLoop;
import muster.worker.agent.protocol.ClockOffset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Observes a server for a coordinator on another host. */
@Command(
        name = "observe",
        description = "Report to a coordinator what a server on this host uses, until interrupted.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster observe --coordinator tcp://192.0.2.7:5557 --keys keys --pid 4711",
            "  ./muster observe --coordinator tcp://192.0.2.7:5557 --keys keys --server neo4j",
            "  ./muster observe --server neo4j --prometheus http://127.0.0.1:2004/metrics --metrics '^neo4j_(bolt|page_cache)'"
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class ObserveCommand implements Callable<Integer> {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private Which which;

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            description = "Also store the metrics of this Prometheus endpoint of the database.")
    private @Nullable String prometheus;

    @Option(
            names = "--metrics",
            paramLabel = "REGEX",
            defaultValue = "",
            description = "With --prometheus: store only series in whose names this is found; at most "
                    + MetricsEndpoint.MAX_SERIES + " are stored.")
    private String metrics;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name, unique among the observers; default that of its key, or else host and process id.")
    private String name = "";

    @Option(names = "--quiet", description = "Print errors only.")
    private boolean quiet;

    @Mixin
    private final CoordinatorArgument coordinator = new CoordinatorArgument();

    @Mixin
    private final Output output = new Output();

    /** One of them must be named. */
    static final class Which {
        @Option(names = "--pid", paramLabel = "PID", required = true, description = "The process of the server.")
        private long pid;

        @Option(
                names = "--server",
                paramLabel = "NAME",
                required = true,
                description = "A server that ./muster server start has started here.")
        private String server = "";

        private ObservedServer find() {
            return server.isEmpty()
                    ? ObservedServer.ofPid(pid)
                    : ObservedServer.named(server, new Servers(MusterHome.detect(), line -> {}));
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        String address = coordinator.address();
        Consumer<String> log = quiet ? line -> {} : output::line;
        ObservedServer server = which.find();
        if (!server.isReadable()) {
            output.note(
                    server.text() + " belongs to another user: its open files, input, output and heap cannot be read;"
                            + " run this command as that user or as root");
        }
        try (MetricsEndpoint endpoint = endpoint()) {
            log.accept("observing " + server.text());
            return serve(address, server, endpoint, log);
        }
    }

    private @Nullable MetricsEndpoint endpoint() throws InterruptedException {
        if (prometheus == null) {
            return null;
        }
        try {
            MetricsEndpoint endpoint = new MetricsEndpoint(prometheus, Pattern.compile(metrics));
            if (endpoint.first().isEmpty()) {
                throw Failure.badInput("--metrics " + metrics + ": found in no series of " + prometheus);
            }
            return endpoint;
        } catch (PatternSyntaxException e) {
            throw Failure.badInput("--metrics " + metrics + ": not a regular expression: " + e.getDescription());
        } catch (IllegalArgumentException e) {
            throw Failure.badInput(
                    "--prometheus " + prometheus + ": not a URL; http://HOST:PORT/metrics would be right");
        } catch (IOException e) {
            throw Failure.badInput("--prometheus " + prometheus + ": " + e);
        }
    }

    private int serve(String address, ObservedServer server, @Nullable MetricsEndpoint endpoint, Consumer<String> log) {
        PeerKeys own = coordinator.worker(name);
        Hello hello = hello(own);
        AtomicReference<@Nullable ClockOffset> clock = new AtomicReference<>();
        SessionLoop.Factory loops = (link, wake) -> new ObserverLoop(hello, link, wake, log, clock);
        try (DealerService service = new DealerService(address, own, loops, log);
                Sampler sampler = new Sampler(clock, service::post, server, endpoint, output::note)) {
            sampler.begin();
            Interrupts.handle(() -> service.leave("stop requested"));
            String failure = service.serve();
            String reason = failure.isEmpty() ? sampler.end() : failure;
            if (!reason.isEmpty()) {
                throw Failure.fault(reason);
            }
            return ExitCode.OK.code();
        }
    }

    private Hello hello(@Nullable PeerKeys own) {
        String usual = Machine.host() + "-" + ProcessHandle.current().pid();
        String joined = own != null ? own.name() : name.isEmpty() ? usual : name;
        return WorkerCommand.hello(joined).toBuilder()
                .setRole("observer")
                .clearTargets()
                .build();
    }
}
