package muster.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Event;
import muster.model.IndexRange;
import muster.protocol.Envelope;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.Welcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories of a coordinator that dies, written down: each was found by chance once, and broke a promise. */
class RestartHistoriesTest {
    private static final long MS = Faults.MS;
    private static final long S = Faults.S;
    /** As the coordinator sets it on a network with short round trips. */
    private static final long START_DELAY_NS = 200 * MS;

    private static final String LONG = "{kind: measure, operations: 1500, clients: 4}";

    private static Scenario setting(int workers, int clients, boolean verifies, String... phases) {
        return new Scenario(Plans.of(clients, verifies, phases), 0, workers, Faults.scripted(), 1);
    }

    private static Outcome live(Script script, Scenario setting) {
        Outcome outcome = new World(setting, script).live(0);
        assertThat(script.happened).as("the script came to its point").isPositive();
        return outcome;
    }

    /** The disk stalls when the phase is to start; the coordinator dies before that is written, its worker is cut off. */
    private static final class DiesBeforeTheStartIsWritten extends Script {
        @Override
        void hears(Envelope envelope, World world) {
            if (envelope.hasReady() && once()) {
                world.store().stall(2 * S);
                world.time().in(S, () -> {
                    world.worker("w0").link.cut(4 * S);
                    world.worker("w1").link.cut(0);
                    world.crash(200 * MS);
                });
            }
        }
    }

    @Test
    void nobody_works_in_a_phase_of_which_another_incarnation_would_not_know() {
        Scenario one = setting(2, 1, false, "{kind: measure, duration: 4s, clients: 1}");
        assertThat(live(new DiesBeforeTheStartIsWritten(), one).crashes()).isEqualTo(1);
        assertThatThrownBy(() ->
                        live(new DiesBeforeTheStartIsWritten().with(Broken.STARTS_BEFORE_IT_IS_DURABLE.mutant()), one))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("before the start is durable");
    }

    /** A worker is welcomed back, and what it holds reaches the coordinator only when its patience is over. */
    private static final class HoldingComesLate extends Script {
        private long untilNs;

        @Override
        public Event hears(Event event, World world) {
            if (event instanceof Event.Interrupted && crashed) {
                untilNs = world.time().nowNs() + 11 * S;
            }
            boolean late = of(event, BodyCase.SESSION_STATE, 1) && world.time().nowNs() < untilNs;
            happened += late ? 1 : 0;
            return late ? null : super.hears(event, world);
        }

        @Override
        void begins(World world) {
            crashes(world, 3 * S, 200 * MS);
        }
    }

    @Test
    void a_returning_session_is_waited_for_until_it_has_sent_its_state() {
        assertThat(live(new HoldingComesLate(), setting(2, 4, false, LONG)).fenced())
                .isZero();
    }

    /** A worker is welcomed back, is silent for longer than a session lasts, and then says what it holds and did. */
    private static final class HoldingComesAfterTheFence extends Script {
        private long untilNs;
        private int kept;

        @Override
        public Event hears(Event event, World world) {
            boolean its = event instanceof Event.Received received
                    && received.envelope().getEpoch() == 2
                    && received.envelope().getSession() == 1;
            untilNs = its && untilNs == 0 ? world.time().nowNs() + 4 * S : untilNs;
            return its && world.time().nowNs() < untilNs ? null : super.hears(event, world);
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            kept += (int) actions.stream()
                    .filter(action -> action instanceof Action.Commit commit
                            && !commit.report().accepted()
                            && !commit.report().covered().isEmpty())
                    .count();
            happened = kept;
            return super.decides(event, actions, world);
        }

        @Override
        void begins(World world) {
            crashes(world, 3 * S, 200 * MS);
        }
    }

    @Test
    void snapshots_of_a_session_fenced_before_its_state_arrived_are_kept_with_their_indexes() {
        live(new HoldingComesAfterTheFence(), setting(2, 4, false, LONG));
    }

    /** A worker knocks with work at hand; what its dead coordinator had said arrives now, and it is done. */
    private static final class DrainsBetweenHelloAndWelcome extends Script {
        private Envelope drain = Envelope.getDefaultInstance();

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            for (Action action : actions) {
                if (action instanceof Action.Send send
                        && send.envelope().hasDrain()
                        && send.peer().id().startsWith("w1#")
                        && once()) {
                    drain = send.envelope();
                    world.time().in(500 * MS, () -> world.crash(200 * MS));
                }
            }
            return actions.stream()
                    .filter(action -> crashed
                            || !(action instanceof Action.Send send
                                    && send.envelope().equals(drain)))
                    .toList();
        }

        @Override
        void hears(Envelope envelope, World world) {
            if (envelope.hasHello() && envelope.getHello().getName().equals("w1") && drain.hasDrain()) {
                crashed = true;
                world.worker("w1").hear(drain);
            }
        }
    }

    @Test
    void a_session_that_has_nothing_to_do_any_more_is_not_waited_for_and_its_worker_joins_anew() {
        String[] phases = {"{kind: warmup, operations: 60, clients: 4}", LONG};
        Outcome outcome = live(new DrainsBetweenHelloAndWelcome(), setting(2, 4, false, phases));
        assertThat(outcome.resumed()).isEqualTo(1);
        assertThat(outcome.fenced()).as("nobody is given up").isZero();
    }

    /** All is done, all drain; but what one did is not durable, and it dies with the coordinator. */
    private static final class DiesWithAWorkerWhenAllIsDone extends Script {
        private String reportedLast = "";

        @Override
        public Event hears(Event event, World world) {
            if (event instanceof Event.Received received && received.envelope().hasSnapshot() && happened == 0) {
                world.store().stall(3 * S);
                reportedLast = received.peer().id().split("#", 2)[0];
            }
            return super.hears(event, world);
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            boolean drains = actions.stream()
                    .anyMatch(action -> action instanceof Action.Send send
                            && send.envelope().hasDrain());
            if (drains && once()) {
                world.worker(reportedLast).crash();
                world.time().in(20 * MS, () -> world.crash(200 * MS));
            }
            return actions;
        }
    }

    @Test
    void who_has_drained_does_what_another_one_lost() {
        Outcome outcome = live(new DiesWithAWorkerWhenAllIsDone(), setting(2, 4, false, LONG));
        assertThat(outcome.message()).isEmpty();
        assertThat(outcome.fenced())
                .as("the one that died was not here any more")
                .isZero();
    }

    /** A worker dies, others do its work again; then the coordinator dies. */
    private static final class DiesAfterAWorker extends Script {
        private long claimed;
        private long lost;

        @Override
        void begins(World world) {
            world.time().in(3 * S, () -> world.worker("w1").crash());
            crashes(world, 9 * S, 200 * MS);
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            for (Action action : actions) {
                if (action instanceof Action.ClosePhase close) {
                    claimed = close.end().executedAgain();
                } else if (action instanceof Action.WriteWorker worker) {
                    lost += worker.row().lost().stream()
                            .mapToLong(IndexRange::count)
                            .sum();
                }
            }
            happened = (int) lost;
            return super.decides(event, actions, world);
        }
    }

    @Test
    void what_was_executed_again_before_a_restart_is_reported_after_it() {
        Scenario setting = new Scenario(Plans.of(4, false, LONG), 10, 2, Faults.scripted(), 1);
        DiesAfterAWorker history = new DiesAfterAWorker();
        live(history, setting);
        assertThat(history.claimed).as("what the worker that died held").isEqualTo(history.lost);
        assertThatThrownBy(() -> live(new DiesAfterAWorker().with(Broken.FORGETS_WHAT_WAS_LOST.mutant()), setting))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("were executed again; it was");
    }

    /** A worker dies with the coordinator so long after the start of the second phase, when all workers are here. */
    private static final class DiesWithAWorker extends Script {
        private final long afterNs;

        DiesWithAWorker(long afterNs) {
            this.afterNs = afterNs;
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            for (Action action : actions) {
                if (action instanceof Action.WritePhase write
                        && write.row().ordinal() == 1
                        && write.row().startNs() > 0
                        && once()) {
                    long inNs = START_DELAY_NS + afterNs;
                    world.time().in(inNs, world.worker("w1")::crash);
                    crashes(world, inNs, 200 * MS);
                }
            }
            return super.decides(event, actions, world);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 250, 900})
    void what_may_have_been_executed_again_is_little_more_than_what_was_however_early_a_worker_died(long afterMs) {
        int clients = 6;
        String warmup = "{kind: warmup, duration: 13s, clients: " + clients + "}";
        String measure = "{kind: measure, operations: 3000, clients: " + clients + "}";
        Outcome outcome = live(new DiesWithAWorker(afterMs * MS), setting(3, clients, false, warmup, measure));
        assertThat(outcome.begunAgain()).isPositive();
        assertThat(outcome.claimedAgain()).isBetween(outcome.begunAgain(), 2 * outcome.begunAgain() + 16L * clients);
    }

    /** The disk stalls, so that grants come up to the durable mark; the coordinator dies then, and before the last grant. */
    private static final class DiesAtTheMarkAndBeforeTheEnd extends Script {
        private final boolean withAWorker;
        private long granted;

        /** @param withAWorker whether a worker dies with it the first time */
        DiesAtTheMarkAndBeforeTheEnd(boolean withAWorker) {
            this.withAWorker = withAWorker;
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            for (Action action : actions) {
                if (action instanceof Action.Send send && send.envelope().hasLease()) {
                    long before = granted;
                    granted = Math.max(granted, send.envelope().getLease().getFirst());
                    if (before < 8_000 && granted >= 8_000) {
                        world.store().stall(3 * S);
                        crashes(world, 2 * S, 200 * MS);
                        if (withAWorker) {
                            world.time().in(2 * S, world.worker("w1")::crash);
                        }
                    } else if (before < 18_000 && granted >= 18_000) {
                        crashes(world, 0, 200 * MS);
                    }
                }
            }
            return super.decides(event, actions, world);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_transaction_is_never_split_and_nothing_beyond_the_end_granted_wherever_the_durable_mark_lies(
            boolean withAWorker) {
        Plans plan = Plans.ofBlocks(1_000, "{kind: measure, operations: 20500, clients: 2}");
        Script history = new DiesAtTheMarkAndBeforeTheEnd(withAWorker);
        assertThat(live(history, new Scenario(plan, 1_000, 2, Faults.scripted(), 1))
                        .crashes())
                .isEqualTo(2);
    }

    /** A Welcome that its predecessor had sent reaches a worker after the one that it goes on with. */
    private static final class HearsTwoIncarnations extends Script {
        @Override
        void begins(World world) {
            crashes(world, 3 * S, 200 * MS);
        }

        @Override
        void hears(Envelope envelope, World world) {
            if (envelope.hasSessionState() && crashed && once()) {
                Welcome.Builder stale = Welcome.newBuilder()
                        .setNonce(world.worker("w0").nonce())
                        .setAttempt(1)
                        .setHeartbeatMs(1_000)
                        .setLeaseTimeoutMs(2_500);
                world.worker("w0")
                        .hear(Envelope.newBuilder()
                                .setEpoch(1)
                                .setSession(77)
                                .setWelcome(stale)
                                .build());
            }
        }
    }

    @Test
    void a_worker_with_messages_of_two_incarnations_stays_with_the_living_one() {
        assertThat(live(new HearsTwoIncarnations(), setting(1, 4, false, LONG)).fenced())
                .isZero();
    }

    /** All workers are away for longer than they are waited for, and back after another death of the coordinator. */
    private static final class WorkersReturnAfterTheRunWasGivenUp extends Script {
        @Override
        void begins(World world) {
            world.time().in(3 * S, () -> {
                world.worker("w0").link.cut(10 * S);
                world.worker("w1").link.cut(10 * S);
                world.crash(200 * MS);
            });
        }

        /** Whoever asks for the run asks when the workers are back. */
        @Override
        public @Nullable Event hears(Event event, World world) {
            boolean asks = event instanceof Event.Received received
                    && received.envelope().getSubmit().getResume();
            if (asks && world.time().nowNs() < Timeline.BEGIN_NS + 18 * S) {
                world.time().at(Timeline.BEGIN_NS + 18 * S, () -> world.happen(event));
                return null;
            }
            return super.hears(event, world);
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            if (actions.stream().anyMatch(Action.GiveUp.class::isInstance) && once()) {
                world.time().in(300 * MS, () -> world.crash(100 * MS));
            }
            return super.decides(event, actions, world);
        }
    }

    @Test
    void a_run_that_was_given_up_continues_only_when_requested() {
        Scenario setting = setting(2, 4, false, LONG);
        assertThat(live(new WorkersReturnAfterTheRunWasGivenUp(), setting).resumed())
                .isEqualTo(1);
        Mutant revives = Broken.REVIVES_WHAT_WAS_GIVEN_UP.mutant();
        assertThatThrownBy(() -> live(new WorkersReturnAfterTheRunWasGivenUp().with(revives), setting))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("was given up, and nobody has asked for it");
    }

    /** Dies a little after it has said this, as often as that happens, up to three times; twice within a second. */
    private static final class DiesAt extends Script {
        private final BodyCase moment;

        DiesAt(BodyCase moment) {
            this.moment = moment;
        }

        @Override
        void begins(World world) {
            world.time().in(3 * S, () -> {
                world.worker("w2").crash();
                world.time().in(100 * MS, world.worker("w2")::begin);
            });
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            boolean said = actions.stream()
                    .anyMatch(action -> action instanceof Action.Send send
                            && send.envelope().getBodyCase() == moment);
            if (said && happened < 3) {
                happened++;
                world.time().in(5 * MS, () -> world.crash(100 * MS));
                world.time().in(900 * MS, () -> world.crash(100 * MS));
            }
            return actions;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = BodyCase.class,
            names = {"WELCOME", "TASK", "PREPARE", "START", "LEASE", "SET_CONCURRENCY", "ACKNOWLEDGE", "DRAIN"})
    void a_coordinator_may_die_twice_after_anything_that_it_says(BodyCase moment) {
        String[] phases = {"{kind: warmup, operations: 60, clients: 4}", LONG};
        assertThat(live(new DiesAt(moment), setting(3, 4, true, phases)).exitCode())
                .isIn(0, 111);
    }

    /** The disk is full when this is to be written for the first time, and the coordinator dies meanwhile, or does not. */
    private static final class FullAt extends Script {
        private final Class<?> write;
        private final boolean dies;

        FullAt(Class<?> write, boolean dies) {
            this.write = write;
            this.dies = dies;
        }

        @Override
        void begins(World world) {
            world.time().in(2 * S, () -> world.worker("w2").crash());
            if (write == Action.LeftBehind.class) {
                world.time().in(4 * S, () -> world.worker("w1").crash());
                crashes(world, 4_100 * MS, 200 * MS);
            }
        }

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            if (actions.stream().anyMatch(write::isInstance) && once()) {
                world.store().fill(4 * S);
                if (dies) {
                    world.time().in(2 * S, () -> world.crash(200 * MS));
                }
            }
            return actions;
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Action.BeginRun.class,
                Action.WritePhase.class,
                Action.WriteWorker.class,
                Action.Reserve.class,
                Action.LeftBehind.class,
                Action.Commit.class,
                Action.ClosePhase.class,
                Action.CloseRun.class
            })
    void the_disk_may_be_full_at_each_kind_of_write(Class<?> write) {
        for (boolean dies : List.of(false, true)) {
            Scenario setting = setting(3, 4, true, "{kind: measure, operations: 600, clients: 4}");
            assertThat(live(new FullAt(write, dies), setting).exitCode())
                    .as("dies: %s", dies)
                    .isIn(0, 111);
        }
    }
}
