package muster.workloads.golden;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.workloads.operation.PostMessage;
import muster.workloads.operation.RowHash;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.turns.ArmTurns;
import muster.workloads.plan.turns.TurnSchedule;
import muster.workloads.random.DegreeTable;
import muster.workloads.random.FixedPoint;
import muster.workloads.random.GapTable;
import muster.workloads.random.Mix;
import muster.workloads.random.Permutation;
import muster.workloads.random.Shuffle;
import muster.workloads.random.WeightTable;
import muster.workloads.random.Zipf;

/** The golden vectors of every draw: "draw", its "parameters", and "in" and "out" of the same length. */
final class GoldenDraws {
    private static final long[] LONGS = {0, 1, 2, 3, 41, 1L << 32, Long.MAX_VALUE, -1, Long.MIN_VALUE};
    private static final long[] POSITIVE = {1, 2, 3, 10, 4097, 1_234_567, 1L << 40, Long.MAX_VALUE};

    private static final String PLAN = """
            target: {kind: noop}
            workload: {kind: noop}
            phases: [{kind: measure, duration: 30s, rate: PROFILE, arrivals: MODEL}]
            """;

    private static final List<String> PROFILES = List.of(
            "{from: 100/s, stages: [{to: 1000/s, in: 10s}, {hold: 3s}, {to: 100/s, in: 10s}]}",
            "{stages: [{hold: 1s}, {to: 333.333/s, in: 1234567us}, {to: 0/s, in: 7s}, {hold: 1s}, {to: 7/3s}, {to: 20000/s, in: 3s}]}",
            "{spike: {base: 20/s, peak: 5000/s, at: 3s, for: 2500ms}}",
            "{sine: {mean: 500/s, amplitude: 500/s, period: 3333333us}}",
            "{stages: [{to: 50/s, in: 1s}, {to: 0/s, in: 1s}]}");

    private final List<Map<String, Object>> cases = new ArrayList<>();

    static String text() {
        GoldenDraws draws = new GoldenDraws();
        draws.mixer();
        draws.fixedPoint();
        draws.tables();
        draws.orders();
        draws.arrivals();
        draws.profiles();
        draws.turns();
        draws.messages();
        draws.rows();
        return Json.lines(draws.cases);
    }

    /** Element i of the row with id x holds the bits of mix(x, i), as far as they are those of a positive float. */
    private void rows() {
        RowHash hash = new RowHash(5);
        add("rowHash", Map.of("dimension", 5), LONGS, id -> {
            long terms = 0;
            for (int i = 0; i < hash.dimension(); i++) {
                terms += hash.term(i, (int) Mix.mix(id, i) & 0x7f7fffff);
            }
            return RowHash.of(id, terms);
        });
    }

    private void mixer() {
        add("mix", Map.of(), LONGS, Mix::mix);
        add("mix2", Map.of("first", 7L), LONGS, value -> Mix.mix(7, value));
        add("mix3", Map.of("first", 7L, "second", 9L), LONGS, value -> Mix.mix(7, 9, value));
        add("below", Map.of("bound", 1_000_003L), LONGS, hash -> Mix.below(1_000_003, hash));
    }

    private void fixedPoint() {
        add("log2", Map.of(), POSITIVE, FixedPoint::log2);
        long[] powers = {0, 1, 1L << 20, 1L << 32, 5_000_000_000L, 100_000_000_000L, 1L << 40};
        add("exp2Negative", Map.of("bits", 42), powers, y -> FixedPoint.exp2Negative(y, 42));
        add("exp2Negative", Map.of("bits", 30), powers, y -> FixedPoint.exp2Negative(y, 30));
    }

    private void tables() {
        for (int exponent : new int[] {0, 750, 1300}) {
            WeightTable zipf = Zipf.table(1000, exponent);
            Map<String, Object> parameters = Map.of("size", 1000, "exponentMilli", exponent);
            add("zipf", parameters, hashes(), zipf::draw);
            add("zipfWeight", parameters, new long[] {0, 1, 2, 99, 999}, rank -> zipf.weight((int) rank));
        }
        for (String profile : DegreeTable.PROFILES) {
            add("degree", Map.of("profile", profile), hashes(), DegreeTable.of(profile)::draw);
        }
        add("gap", Map.of(), hashes(), GapTable::draw);
        add("gapOfEntry", Map.of(), new long[] {0, 1, 2, 32_768, 65_535}, entry -> GapTable.draw(entry << 48));
        add("gapNs", Map.of("meanNs", 12_345_678L), hashes(), hash -> GapTable.ns(hash, 12_345_678));
    }

    private void orders() {
        for (long size : new long[] {1, 2, 9, 1000, 1L << 40}) {
            Permutation permutation = new Permutation(size, 77);
            long[] places = LongStream.range(0, Math.min(size, 12)).toArray();
            add("permutation", parameters("size", size, "key", 77L), places, permutation::at);
        }
        int[] shuffled = Shuffle.of(20, 77);
        long[] places = LongStream.range(0, 20).toArray();
        add("shuffle", parameters("size", 20, "key", 77L), places, place -> shuffled[(int) place]);
    }

    private void arrivals() {
        long[] indexes = {0, 1, 2, 10, 999, 1000, 50_000};
        for (boolean poisson : new boolean[] {false, true}) {
            Rate rate = new Rate(3000, 1_000_000_000, poisson);
            ArrivalSchedule arrivals = ArrivalSchedule.of(rate, 99);
            Map<String, Object> parameters = parameters("arrivals", rate.arrivals(), "periodNs", rate.periodNs());
            parameters.put("model", poisson ? "poisson" : "constant");
            parameters.put("key", 99L);
            add("arrivals", parameters, indexes, index -> arrivals.timeNs(0, arrivals.first(), index));
        }
    }

    /** A profile of each shape, with pieces that rise, fall, rest at 0, jump, and are not whole arrivals long. */
    private void profiles() {
        long[] indexes = {0, 1, 2, 10, 99, 100, 101, 999, 1000, 5000, 33_333};
        for (String profile : PROFILES) {
            for (String model : List.of("constant", "poisson")) {
                Plan plan = PlanReader.parse(
                        PLAN.replace("PROFILE", profile).replace("MODEL", model), "golden.yaml", List.of());
                PhaseSpec phase = plan.phases().getFirst();
                LoadProfile of = Objects.requireNonNull(phase.profile());
                ArrivalSchedule arrivals = ArrivalSchedule.of(of.line(phase.durationNs()), model.equals("poisson"), 99);
                Map<String, Object> parameters =
                        parameters("profile", muster.text.Json.write(of.plain()), "durationNs", phase.durationNs());
                parameters.put("model", model);
                parameters.put("key", 99L);
                parameters.put("first", arrivals.first());
                add("profileArrivals", parameters, indexes, index -> arrivals.timeNs(0, arrivals.first(), index));
            }
        }
    }

    private void turns() {
        long[] times = LongStream.range(0, 40).map(i -> i * 137_000_001).toArray();
        long[] blocks = {0, 1, 2, 3, 1_000_003};
        long[] windows = {0, 1, 3};
        long[] indexes = {0, 1, 2, 49, 50, 51, 99, 100, 101, 1000, 5000};
        for (int arms : new int[] {2, 3, 7}) {
            TurnSchedule schedule = new TurnSchedule(Mix.mix(99), arms, 500_000_000, 100_000_000, false);
            for (int arm = 0; arm < arms; arm += 2) {
                ArmTurns turns = schedule.arm(arm);
                Map<String, Object> parameters = parameters("hash", Mix.mix(99), "arms", arms);
                parameters.put("turnNs", 500_000_000L);
                parameters.put("guardNs", 100_000_000L);
                parameters.put("arm", arm);
                add(
                        "turn",
                        parameters,
                        blocks,
                        block -> turns.next(block * arms * 500_000_000L).turn());
                add("turnAt", parameters, times, at -> turns.next(at).turn());
                add("turnOn", parameters, times, turns::onNs);
                Map<String, Object> cut = new LinkedHashMap<>(parameters);
                cut.put("durationNs", 30_000_000_000L);
                List<ArmTurns.Window> all = turns.windows(0, 30_000_000_000L);
                add("turnFrom", cut, windows, number -> all.get((int) number).fromNs());
                add("turnTo", cut, windows, number -> all.get((int) number).toNs());
                for (String model : List.of("constant", "poisson")) {
                    ArrivalSchedule arrivals = ArrivalSchedule.of(
                            turns.line(1_000, 3_000_000_000L, 30_000_000_000L), model.equals("poisson"), 99);
                    Map<String, Object> offered = new LinkedHashMap<>(parameters);
                    offered.putAll(parameters("arrivals", 1_000L, "periodNs", 3_000_000_000L));
                    offered.putAll(parameters("durationNs", 30_000_000_000L, "model", model));
                    offered.putAll(parameters("key", 99L, "first", arrivals.first()));
                    add("turnArrivals", offered, indexes, index -> arrivals.timeNs(0, arrivals.first(), index));
                }
                ArmTurns shared = new TurnSchedule(Mix.mix(99), arms, 500_000_000, 100_000_000, true).arm(arm);
                long fromNs = 1_800_000_000_000_000_000L
                        / shared.schedule().blockNs()
                        * shared.schedule().blockNs();
                add(
                        "sharedTurn",
                        parameters,
                        times,
                        at -> shared.next(fromNs + at).turn());
            }
        }
    }

    private void messages() {
        for (long post : new long[] {0, 1, (5L << 40) | 12_345}) {
            cases.add(parameters("draw", "message", "parameters", Map.of("post", post, "length", 45)));
            cases.getLast().put("out", PostMessage.of(post, 45));
        }
    }

    private static long[] hashes() {
        return IntStream.range(0, 25).mapToLong(i -> Mix.mix(1, i)).toArray();
    }

    private void add(String draw, Map<String, Object> parameters, long[] in, LongUnaryOperator out) {
        Map<String, Object> one = parameters("draw", draw, "parameters", parameters);
        one.put("in", LongStream.of(in).boxed().toList());
        one.put("out", LongStream.of(in).map(out).boxed().toList());
        cases.add(one);
    }

    private static Map<String, Object> parameters(String first, Object one, String second, Object other) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(first, one);
        map.put(second, other);
        return map;
    }
}
