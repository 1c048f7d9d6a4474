package muster.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Event;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The machines of the coordinator and the worker keep docs/semantics.md rules 13 to 18 whatever the network, disk and processes do. */
class SimulationTest {
    private static final int SEEDS_TO_CATCH = 4_000;
    private static final long FIXED_EVENTS = 8_000_000;
    private static final long MORE_FIXED_EVENTS = 20_000_000;

    @Test
    void no_promise_is_broken_in_a_fixed_set_of_histories() {
        live(1, 40);
    }

    @Test
    void no_promise_is_broken_where_clients_or_a_rate_follow_a_profile() {
        live(Scenario.PROFILED_FROM, Scenario.PROFILED_FROM + 60);
    }

    @Tag("thorough")
    @Test
    @Tag("slow")
    void no_promise_is_broken_in_more() {
        live(41, 400);
    }

    /** Each showed something that was wrong, of the coordinator or of the ledger that judges it. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                411,
                689,
                931,
                1308,
                1387,
                9_932,
                14_373,
                15_428,
                19_742,
                16_953_057_614L,
                288_198_094_564L,
                288_198_169_606L,
                319_717_545_731L,
                553_631_135_386L,
                553_631_145_568L,
                553_631_308_447L,
                553_631_348_441L
            })
    void what_was_mended_stays_so(long seed) {
        new World(seed, Mutant.NONE, null).live(seed);
    }

    /** A quarter of a minute of one core. {@link #no_promise_is_broken_in_a_billion_events} draws new ones. */
    @Tag("thorough")
    @Test
    @Tag("slow")
    void no_promise_is_broken_in_fixed_histories_of_many_events() {
        fixed(FIXED_EVENTS);
    }

    @Test
    @Tag("nightly")
    void no_promise_is_broken_in_more_fixed_histories() {
        fixed(MORE_FIXED_EVENTS);
    }

    private static void fixed(long events) {
        Histories histories = Histories.ofEvents(7_000_000, events);
        assertThat(histories.live(1)).as("no violation; each is printed above").isTrue();
    }

    @Test
    @Tag("nightly")
    void no_promise_is_broken_in_a_billion_events() {
        long from = ThreadLocalRandom.current().nextLong(1_000_000_000_000L);
        System.out.println("a billion events from seed " + from);
        Histories histories = Histories.ofEvents(from, 1_000_000_000);
        assertThat(histories.live(Runtime.getRuntime().availableProcessors()))
                .as("no violation; each is printed above")
                .isTrue();
    }

    @Test
    @Tag("nightly")
    void no_promise_is_broken_in_two_hundred_million_events_of_profiles() {
        long from = Scenario.PROFILED_FROM + ThreadLocalRandom.current().nextLong(1_000_000_000_000L);
        System.out.println("two hundred million events from seed " + from);
        Histories histories = Histories.ofEvents(from, 200_000_000);
        assertThat(histories.live(Runtime.getRuntime().availableProcessors()))
                .as("no violation; each is printed above")
                .isTrue();
    }

    private static void live(long first, long last) {
        long events = 0;
        long crashes = 0;
        for (long seed = first; seed <= last; seed++) {
            try {
                Outcome outcome = new World(seed, Mutant.NONE, null).live(seed);
                events += outcome.events();
                crashes += outcome.crashes();
            } catch (Violation violation) {
                fail("seed " + seed + " (./muster test --simulate 1 --seed " + seed + "): " + violation.getMessage());
            }
        }
        System.out.printf(
                "simulated: %,d seeds, %,d events, %,d deaths of the coordinator, 0 violations%n",
                last - first + 1, events, crashes);
        assertThat(events).isGreaterThan(1_000 * (last - first + 1));
        assertThat(crashes).isPositive();
    }

    @Test
    void what_may_have_been_executed_again_is_less_than_twice_what_was() {
        Histories histories = Histories.ofSeeds(1, 80);
        assertThat(histories.live(1)).as("no violation; each is printed above").isTrue();
        assertThat(histories.claimedAgain()).isBetween(histories.begunAgain(), 2 * histories.begunAgain());
    }

    @Test
    void the_same_seed_is_the_same_history() {
        assertThat(traced(7)).isEqualTo(traced(7)).hasSizeGreaterThan(100);
    }

    private static List<String> traced(long seed) {
        List<String> lines = new ArrayList<>();
        new World(seed, Mutant.NONE, lines::add).live(seed);
        return lines;
    }

    /** A lease that a reconnect swallowed stalled a phase that a count bounds: its worker went on to beat, and held it. */
    @Test
    void a_lease_that_a_connection_loses_is_sent_again() {
        for (long seed = 1; seed <= 20; seed++) {
            LosesLeases network = new LosesLeases();
            new World(seed, network, null).live(seed);
            assertThat(network.lost).as("seed %d", seed).isPositive();
        }
    }

    /** The first leases of every session, as they are said for the first time. */
    private static final class LosesLeases implements Mutant {
        private static final int OF_A_SESSION = 3;

        private final Map<Long, Set<Long>> lostOf = new HashMap<>();
        private int lost;

        @Override
        public List<Action> decides(Event event, List<Action> actions, World world) {
            return actions.stream().filter(action -> !loses(action)).toList();
        }

        private boolean loses(Action action) {
            if (!(action instanceof Action.Send send) || !send.envelope().hasLease()) {
                return false;
            }
            Set<Long> numbers = lostOf.computeIfAbsent(send.envelope().getSession(), session -> new HashSet<>());
            boolean loses =
                    numbers.size() < OF_A_SESSION && numbers.add(send.envelope().getNumber());
            lost += loses ? 1 : 0;
            return loses;
        }
    }

    /** But for the one that needs more bad luck than a seed has: {@link RestartHistoriesTest} shows it. */
    @ParameterizedTest
    @EnumSource(value = Broken.class, mode = EnumSource.Mode.EXCLUDE, names = "REVIVES_WHAT_WAS_GIVEN_UP")
    @Tag("slow")
    void a_coordinator_that_is_broken_on_purpose_is_caught(Broken broken) {
        List<String> caughtOtherwise = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS_TO_CATCH; seed++) {
            try {
                new World(seed, broken.mutant(), null).live(seed);
            } catch (Violation violation) {
                String caught = "seed " + seed + ": " + violation.getMessage();
                if (broken.caughtAs.matcher(caught).find()) {
                    System.out.println(broken + " is caught by " + caught);
                    return;
                }
                caughtOtherwise.add(caught);
            }
        }
        fail(broken + " was not caught as it must be by " + SEEDS_TO_CATCH + " seeds, but by " + caughtOtherwise);
    }
}
