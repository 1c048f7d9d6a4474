package muster.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.InterruptedRun;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseState;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.model.UnfinishedRun;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Coverage;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.Returned;
import muster.protocol.SessionState;
import muster.protocol.TaskResult;
import org.jspecify.annotations.Nullable;

/** Coordinators that are broken in one way each. */
enum Broken {
    ACKNOWLEDGES_BEFORE_THE_COMMIT("is acknowledged before it is durable") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    if (action instanceof Action.Commit commit) {
                        world.time().in(0, () -> world.inject(new Event.Committed(List.of(commit.key()))));
                    }
                    return List.of(action);
                }
            };
        }
    },
    ACCEPTS_THE_SNAPSHOTS_OF_FENCED_SESSIONS("which is fenced, is accepted") {
        @Override
        Mutant mutant() {
            return commits(commit -> with(commit, true, commit.report().covered(), commit.key()));
        }
    },
    FORGETS_WHAT_FENCED_SESSIONS_SAY("is not kept") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    boolean late = action instanceof Action.Commit commit
                            && !commit.report().accepted();
                    return late ? List.of() : List.of(action);
                }
            };
        }
    },
    FORGETS_WHAT_FENCED_SESSIONS_SAY_AFTER_THE_PHASE("is not kept") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                private final Set<PhaseAt> closed = new HashSet<>();

                @Override
                List<Action> instead(Action action, World world) {
                    if (action instanceof Action.ClosePhase close) {
                        closed.add(close.end().at());
                    }
                    boolean late = action instanceof Action.Commit commit
                            && !commit.report().accepted()
                            && closed.contains(commit.key().at());
                    return late ? List.of() : List.of(action);
                }
            };
        }
    },
    LETS_WHO_RETURNS_WORK_WITH_THE_SHARE_OF_ITS_PREPARE("operations at the same time") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                private final Map<Long, Integer> prepared = new HashMap<>();
                private final Set<Long> started = new HashSet<>();

                @Override
                List<Action> instead(Action action, World world) {
                    if (!(action instanceof Action.Send send)) {
                        return List.of(action);
                    }
                    long session = send.envelope().getSession();
                    if (send.envelope().hasPrepare()) {
                        prepared.put(session, send.envelope().getPrepare().getClients());
                        started.remove(session);
                    } else if (send.envelope().hasStart()) {
                        started.add(session);
                    }
                    boolean early = send.envelope().hasSetConcurrency()
                            && prepared.containsKey(session)
                            && !started.contains(session);
                    return List.of(early ? asPrepared(send, prepared.get(session)) : action);
                }

                private static Action.Send asPrepared(Action.Send send, int clients) {
                    Envelope.Builder envelope = send.envelope().toBuilder();
                    envelope.getSetConcurrencyBuilder().setClients(clients);
                    return new Action.Send(send.peer(), envelope.build());
                }
            };
        }
    },
    TIES_NO_SNAPSHOT_TO_ITS_INDEXES("indexes with") {
        @Override
        Mutant mutant() {
            return commits(commit -> {
                List<IndexRange> covered = commit.report().covered();
                return with(commit, commit.report().accepted(), covered.subList(0, covered.size() / 2), commit.key());
            });
        }
    },
    COVERS_WHAT_IT_GRANTED("which is covered", "indexes with", "holds") {
        @Override
        Mutant mutant() {
            return commits(commit -> {
                List<IndexRange> granted = commit.leases().stream()
                        .map(lease -> new IndexRange(lease.first(), lease.count(), lease.stride()))
                        .toList();
                return granted.isEmpty() ? commit : with(commit, commit.report().accepted(), granted, commit.key());
            });
        }
    },
    TAKES_NO_HEARTBEAT_FOR_LIFE("is fenced as silent though it was heard") {
        @Override
        Mutant mutant() {
            return new Mutant() {
                @Override
                public @Nullable Event hears(Event event, World world) {
                    boolean beat = event instanceof Event.Received received
                            && received.envelope().hasHeartbeat()
                            && received.envelope().getHeartbeat().getSeq() > 8;
                    return beat ? null : event;
                }
            };
        }
    },
    GRANTS_WHAT_THE_PHASE_DOES_NOT_HAVE("which the phase does not have") {
        @Override
        Mutant mutant() {
            return grants((lease, world) -> {
                long end = lease.getFirst() + lease.getCount();
                boolean last = end == world.limit() && lease.getStride() == 1;
                return last ? lease.toBuilder().setCount(lease.getCount() + 1).build() : lease;
            });
        }
    },
    SPLITS_A_TRANSACTION("splits a transaction") {
        @Override
        Mutant mutant() {
            return grants((lease, world) -> lease.getCount() > world.block()
                    ? lease.toBuilder().setCount(lease.getCount() - 1).build()
                    : lease);
        }
    },
    GRANTS_BEFORE_THE_MARK_IS_DURABLE("are reserved") {
        @Override
        Mutant mutant() {
            return answersAtOnce(action ->
                    action instanceof Action.Reserve reserve ? new Event.Reserved(reserve.at(), reserve.mark()) : null);
        }
    },
    RESERVES_LESS_THAN_IT_GRANTED("are reserved") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    return List.of(
                            action instanceof Action.Reserve reserve
                                    ? new Action.Reserve(reserve.at(), reserve.mark() / 4)
                                    : action);
                }
            };
        }
    },
    FORGETS_THE_MARK(
            "holds", "though it is covered", "planned", "were executed again; it was", "is counted twice", "oracle") {
        @Override
        Mutant mutant() {
            return restarts(event -> new Event.Interrupted(
                    event.epochs(),
                    event.runs().stream()
                            .map(run -> with(run, Broken::withoutMark))
                            .toList()));
        }
    },
    GRANTS_AGAIN_WHAT_DID_NOT_EXPIRE("while", "which is not here") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                private Action.@Nullable Send last;

                @Override
                List<Action> instead(Action action, World world) {
                    if (!(action instanceof Action.Send send)
                            || !send.envelope().hasLease()) {
                        return List.of(action);
                    }
                    Action.Send before = last;
                    last = send;
                    boolean other = before != null
                            && before.envelope().getSession() != send.envelope().getSession();
                    return other ? List.of(action, to(before, send.envelope().getLease())) : List.of(action);
                }
            };
        }
    },
    COUNTS_A_SNAPSHOT_TWICE("which is covered") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    return action instanceof Action.Commit commit
                            ? List.of(
                                    commit,
                                    with(
                                            commit,
                                            commit.report().accepted(),
                                            commit.report().covered(),
                                            later(commit)))
                            : List.of(action);
                }

                private static SnapshotKey later(Action.Commit commit) {
                    return new SnapshotKey(
                            commit.key().at(),
                            commit.key().session(),
                            commit.key().seq() + 1_000);
                }
            };
        }
    },
    REVOKES_BEFORE_THE_WORKER_CONFIRMED("holds", "which is covered", "covers index", "while") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                private final Map<Long, List<Lease>> leases = new HashMap<>();

                @Override
                List<Action> instead(Action action, World world) {
                    if (action instanceof Action.Send send && send.envelope().hasLease()) {
                        leases.computeIfAbsent(send.envelope().getSession(), session -> new ArrayList<>())
                                .add(send.envelope().getLease());
                    } else if (action instanceof Action.Send send
                            && send.envelope().hasDrain()) {
                        world.time().in(0, () -> world.inject(returned(send)));
                    }
                    return List.of(action);
                }

                private Event returned(Action.Send drain) {
                    Returned.Builder returned = Returned.newBuilder()
                            .setAssignment(drain.envelope().getDrain().getAssignment());
                    leases.getOrDefault(drain.envelope().getSession(), List.of()).stream()
                            .filter(lease -> lease.getAssignment() == returned.getAssignment())
                            .forEach(lease -> returned.addUnstarted(Coverage.newBuilder()
                                    .setLease(lease.getLease())
                                    .addRuns(0)
                                    .addRuns(lease.getCount())));
                    return answer(drain, Envelope.newBuilder().setReturned(returned));
                }
            };
        }
    },
    LETS_OTHERS_GROW_BEFORE_ONE_HAS_SHRUNK("operations at the same time") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    if (action instanceof Action.Send send && send.envelope().hasSetConcurrency()) {
                        ConcurrencyApplied.Builder taken = ConcurrencyApplied.newBuilder()
                                .setAssignment(
                                        send.envelope().getSetConcurrency().getAssignment())
                                .setSerial(send.envelope().getSetConcurrency().getSerial());
                        world.time()
                                .in(
                                        0,
                                        () -> world.inject(answer(
                                                send, Envelope.newBuilder().setConcurrencyApplied(taken))));
                    }
                    return List.of(action);
                }
            };
        }
    },
    FORGETS_WHAT_IS_MISSING("planned") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    if (!(action instanceof Action.ClosePhase close)) {
                        return List.of(action);
                    }
                    PhaseEnd end = close.end();
                    return List.of(new Action.ClosePhase(
                            new PhaseEnd(
                                    end.at(), end.state(), end.endNs(), end.planned(), end.executedAgain(), List.of()),
                            close.time()));
                }
            };
        }
    },
    SAYS_EVERYTHING_ONCE("did not end", "was not ready") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                private final Map<Long, Long> said = new HashMap<>();

                @Override
                List<Action> instead(Action action, World world) {
                    if (!(action instanceof Action.Send send) || send.envelope().getNumber() == 0) {
                        return List.of(action);
                    }
                    long before = said.getOrDefault(send.envelope().getSession(), 0L);
                    said.put(
                            send.envelope().getSession(),
                            Math.max(before, send.envelope().getNumber()));
                    return send.envelope().getNumber() > before ? List.of(action) : List.of();
                }
            };
        }
    },
    STARTS_BEFORE_IT_IS_DURABLE("before the start is durable") {
        @Override
        Mutant mutant() {
            return answersAtOnce(action -> action instanceof Action.WritePhase phase
                    ? new Event.PhaseWritten(phase.row().at(), phase.row().startNs())
                    : null);
        }
    },
    STARTS_WHO_IS_NOT_WRITTEN_DOWN("before its part is durable") {
        @Override
        Mutant mutant() {
            return answersAtOnce(action ->
                    action instanceof Action.WriteWorker worker && worker.row().leftNs() == 0
                            ? new Event.Enrolled(worker.row().at(), worker.row().session())
                            : null);
        }
    },
    GRANTS_AGAIN_BEFORE_THE_LOSS_IS_DURABLE("before it is durable that this session has left") {
        @Override
        Mutant mutant() {
            return answersAtOnce(action ->
                    action instanceof Action.WriteWorker worker && worker.row().leftNs() > 0
                            ? new Event.Departed(worker.row().at())
                            : null);
        }
    },
    TAKES_A_SESSION_FOR_DONE_THAT_WORKS("while .* holds it", "were executed again; it was", "at the same time") {
        @Override
        Mutant mutant() {
            return new Mutant() {
                @Override
                public Event hears(Event event, World world) {
                    return event instanceof Event.Received received
                                    && received.envelope().hasSessionState()
                            ? new Event.Received(
                                    received.peer(),
                                    received.envelope().toBuilder()
                                            .setSessionState(SessionState.getDefaultInstance())
                                            .build())
                            : event;
                }
            };
        }
    },
    RESTARTS_WITHOUT_WHO_SERVED(
            "holds",
            "is durable that this session has left",
            "were executed again; it was",
            "at the same time",
            "nothing was lost") {
        @Override
        Mutant mutant() {
            return restarts(event -> new Event.Interrupted(
                    event.epochs(),
                    event.runs().stream()
                            .map(run -> with(run, phase -> with(phase, List.of())))
                            .toList()));
        }
    },
    FORGETS_WHAT_WAS_LOST("were executed again; it was") {
        @Override
        Mutant mutant() {
            return restarts(event -> new Event.Interrupted(
                    event.epochs(),
                    event.runs().stream()
                            .map(run -> with(run, Broken::withoutLosses))
                            .toList()));
        }
    },
    SAYS_THAT_NOTHING_WAS_EXECUTED_AGAIN("were executed again; it was") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    if (!(action instanceof Action.ClosePhase close)) {
                        return List.of(action);
                    }
                    PhaseEnd end = close.end();
                    return List.of(new Action.ClosePhase(
                            new PhaseEnd(end.at(), end.state(), end.endNs(), end.planned(), 0, end.missing()),
                            close.time()));
                }
            };
        }
    },
    TAKES_WHAT_CAME_BACK_FOR_NEVER_STARTED("the oracle is not told") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    if (!(action instanceof Action.Send send)
                            || !send.envelope().getTask().getKind().equals("verify")) {
                        return List.of(action);
                    }
                    Envelope.Builder envelope = send.envelope().toBuilder();
                    envelope.getTaskBuilder()
                            .getKnownBuilderList()
                            .forEach(known -> known.clearAgain().clearUncertain());
                    return List.of(new Action.Send(send.peer(), envelope.build()));
                }
            };
        }
    },
    TAKES_THE_RESULT_OF_A_TASK_FROM_ANYBODY("has not done task") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    if (action instanceof Action.Send send && send.envelope().hasTask()) {
                        TaskResult.Builder result = TaskResult.newBuilder()
                                .setTask(send.envelope().getTask().getTask());
                        world.time()
                                .in(
                                        0,
                                        () -> world.inject(answer(
                                                send, Envelope.newBuilder().setTaskResult(result))));
                    }
                    return List.of(action);
                }
            };
        }
    },
    HAS_EVERY_WELCOME_BELIEVED("did not end", "were executed again", "at the same time", "was not ready", "holds") {
        @Override
        Mutant mutant() {
            return new Deciding() {
                @Override
                List<Action> instead(Action action, World world) {
                    if (!(action instanceof Action.Send send)
                            || !send.envelope().hasWelcome()) {
                        return List.of(action);
                    }
                    Envelope.Builder envelope = send.envelope().toBuilder();
                    envelope.getWelcomeBuilder().setAttempt(Long.MAX_VALUE);
                    return List.of(new Action.Send(send.peer(), envelope.build()));
                }
            };
        }
    },
    TAKES_WHAT_IT_NEVER_ACCEPTED_FOR_COMMITTED("did not end", "planned", "covers index", "holds") {
        @Override
        Mutant mutant() {
            return restarts(event -> new Event.Interrupted(
                    event.epochs(),
                    event.runs().stream()
                            .map(run -> with(run, Broken::oneMoreCommitted))
                            .toList()));
        }
    },
    REVIVES_WHAT_WAS_GIVEN_UP("was given up, and nobody has asked for it") {
        @Override
        Mutant mutant() {
            return restarts(event -> new Event.Interrupted(
                    event.epochs(),
                    event.runs().stream()
                            .map(run -> new InterruptedRun(
                                    run.runId(), 1, run.submission(), run.script(), run.phases(), run.checks()))
                            .toList()));
        }
    },
    RESTARTS_WITHOUT_WHAT_IS_COMMITTED("though it is covered", "is counted twice", "which is covered", "planned") {
        @Override
        Mutant mutant() {
            return restarts(event -> new Event.Interrupted(
                    event.epochs(),
                    event.runs().stream()
                            .map(run -> with(run, Broken::withoutCoverage))
                            .toList()));
        }
    },
    READS_THE_WALL_CLOCK_AGAIN_WHEN_IT_RESTARTS("did not end", "the run ended with 2") {
        @Override
        Mutant mutant() {
            return new Mutant() {
                private long epoch;
                private long offsetNs;

                @Override
                public long clockNs(World world, WallClock wall) {
                    if (epoch != world.epoch()) {
                        epoch = world.epoch();
                        offsetNs = wall.nowNs() - world.time().nowNs();
                    }
                    return world.time().nowNs() + offsetNs;
                }
            };
        }
    },
    GRANTS_THE_SESSIONS_OF_ITS_PREDECESSOR(
            "operations at the same time", "planned", "which is covered", "holds", "is granted", "did not end") {
        @Override
        Mutant mutant() {
            return restarts(event -> new Event.Interrupted(
                    Set.of(event.epochs().stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .orElse(0)),
                    event.runs()));
        }
    };

    /** What the ledger may say of it, as a regular expression. */
    final Pattern caughtAs;

    Broken(String... caughtAs) {
        this.caughtAs = Pattern.compile(String.join("|", caughtAs));
    }

    abstract Mutant mutant();

    /** Does something else for some actions. */
    private abstract static class Deciding implements Mutant {
        abstract List<Action> instead(Action action, World world);

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            return actions.stream()
                    .flatMap(action -> instead(action, world).stream())
                    .toList();
        }
    }

    /** Grants other leases than it believes. */
    private static Mutant grants(BiFunction<Lease, World, Lease> change) {
        return new Deciding() {
            @Override
            List<Action> instead(Action action, World world) {
                return List.of(
                        action instanceof Action.Send send && send.envelope().hasLease()
                                ? to(send, change.apply(send.envelope().getLease(), world))
                                : action);
            }
        };
    }

    private static Action.Send to(Action.Send send, Lease lease) {
        return new Action.Send(
                send.peer(), send.envelope().toBuilder().setLease(lease).build());
    }

    private static Mutant commits(UnaryOperator<Action.Commit> change) {
        return new Deciding() {
            @Override
            List<Action> instead(Action action, World world) {
                return List.of(action instanceof Action.Commit commit ? change.apply(commit) : action);
            }
        };
    }

    /** The store says that it is durable when it has only begun to write it. */
    private static Mutant answersAtOnce(Function<Action, @Nullable Event> answer) {
        return new Deciding() {
            @Override
            List<Action> instead(Action action, World world) {
                Event early = answer.apply(action);
                if (early != null) {
                    world.time().in(0, () -> world.inject(early));
                }
                return List.of(action);
            }
        };
    }

    private static Mutant restarts(UnaryOperator<Event.Interrupted> change) {
        return new Mutant() {
            @Override
            public Event hears(Event event, World world) {
                return event instanceof Event.Interrupted interrupted ? change.apply(interrupted) : event;
            }
        };
    }

    private static Action.Commit with(
            Action.Commit commit, boolean accepted, List<IndexRange> covered, SnapshotKey key) {
        SnapshotReport report = commit.report();
        SnapshotReport other = new SnapshotReport(
                key,
                report.stream(),
                report.worker(),
                report.epoch(),
                accepted,
                report.figures(),
                covered,
                report.answers(),
                report.resources());
        return new Action.Commit(other, commit.leases());
    }

    private static Event answer(Action.Send to, Envelope.Builder body) {
        return new Event.Received(
                to.peer(),
                body.setEpoch(to.envelope().getEpoch())
                        .setSession(to.envelope().getSession())
                        .build());
    }

    private static UnfinishedRun.Phase withoutLosses(UnfinishedRun.Phase phase) {
        return with(
                phase,
                phase.parts().stream()
                        .map(part -> new UnfinishedRun.Part(
                                part.session(),
                                part.worker(),
                                part.clients(),
                                part.offsetNs(),
                                part.offsetErrorNs(),
                                part.joinedNs(),
                                part.left(),
                                List.of()))
                        .toList());
    }

    private static UnfinishedRun.Phase with(UnfinishedRun.Phase phase, List<UnfinishedRun.Part> parts) {
        return new UnfinishedRun.Phase(
                phase.state(),
                phase.abandoned(),
                phase.finished(),
                phase.startNs(),
                phase.endNs(),
                phase.lastCompletionNs(),
                parts);
    }

    private static InterruptedRun with(InterruptedRun run, UnaryOperator<UnfinishedRun.Phase> change) {
        return new InterruptedRun(
                run.runId(),
                run.epoch(),
                run.submission(),
                run.script(),
                run.phases().stream().map(change).toList(),
                run.checks());
    }

    private static UnfinishedRun.Phase withoutCoverage(UnfinishedRun.Phase phase) {
        PhaseState state = phase.state();
        return with(phase, new PhaseState(state.at(), state.reserved(), List.of(), state.committedSeq()));
    }

    private static UnfinishedRun.Phase withoutMark(UnfinishedRun.Phase phase) {
        PhaseState state = phase.state();
        return with(phase, new PhaseState(state.at(), Map.of(), state.covered(), state.committedSeq()));
    }

    private static UnfinishedRun.Phase with(UnfinishedRun.Phase phase, PhaseState state) {
        return new UnfinishedRun.Phase(
                state,
                phase.abandoned(),
                phase.finished(),
                phase.startNs(),
                phase.endNs(),
                phase.lastCompletionNs(),
                phase.parts());
    }

    private static UnfinishedRun.Phase oneMoreCommitted(UnfinishedRun.Phase phase) {
        PhaseState state = phase.state();
        Map<Long, Long> committed = new HashMap<>();
        phase.parts()
                .forEach(part ->
                        committed.put(part.session(), state.committedSeq().getOrDefault(part.session(), 0L) + 1));
        return with(phase, new PhaseState(state.at(), state.reserved(), state.covered(), committed));
    }
}
