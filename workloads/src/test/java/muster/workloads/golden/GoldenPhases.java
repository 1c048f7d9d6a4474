package muster.workloads.golden;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanWorkload;
import muster.workloads.plan.language.PlanException;

/** The golden vectors of phases: the loads that a plan with namespaces has, as workers get it. */
final class GoldenPhases {
    private static final long DIGESTED = 300;
    private static final String MIX = "\"mix\": {\"follow\": 30, \"unfollow\": 20, \"post\": 30, \"feed\": 20}";
    private static final String STREAMS = """
            {"st": {"clients": 1, "workload": {"kind": "graphity", "users": 60, "algorithm": "st", "namespace": 1, %s}},
             "stou": {"clients": 1, "workload": {"kind": "graphity", "users": 60, "algorithm": "stou", "namespace": 2, %s}},
             "graphity": {"clients": 1}}""".formatted(MIX, MIX);
    private static final String PLAN = """
            {"name": "p", "target": {"kind": "noop"},
             "workload": {"kind": "graphity", "users": 60, "algorithm": "graphity", "seed": 7, %s},
             "phases": [
               {"kind": "load", "name": "load"},
               {"kind": "warmup", "name": "warmup", "duration": "4s", "streams": %s},
               {"kind": "measure", "name": "alone", "duration": "4s", "clients": 1},
               {"kind": "measure", "name": "measure", "duration": "4s", "turns": {"length": "200ms", "guard": "40ms"},
                "streams": %s}]}
            """.formatted(MIX, STREAMS, STREAMS);
    /** All arms have data of their own, one also another number of users. */
    private static final String OTHERS = """
            {"name": "p", "target": {"kind": "noop"},
             "workload": {"kind": "graphity", "users": 60, "seed": 7},
             "phases": [
               {"kind": "load", "name": "load"},
               {"kind": "measure", "name": "measure", "duration": "4s", "streams": {
                 "a": {"clients": 1, "workload": {"kind": "graphity", "users": 80, "algorithm": "graphity", "namespace": 7}},
                 "b": {"clients": 1, "workload": {"kind": "graphity", "users": 60, "namespace": 4}}}}]}
            """;

    private GoldenPhases() {}

    static String text() {
        return Json.lines(List.of(of(PLAN), of(OTHERS)));
    }

    private static Map<String, Object> of(String text) {
        Plan plan = PlanJson.read(text);
        Workload workload = PlanWorkload.of(plan, name -> {
            throw new PlanException(name);
        });
        List<Map<String, Object>> loads = ExecutedPhase.of(plan, workload).stream()
                .flatMap(phase -> phase.loads().stream().map(load -> load(phase, load, plan, workload)))
                .toList();
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("plan", text);
        one.put("loads", loads);
        return one;
    }

    private static Map<String, Object> load(ExecutedPhase phase, ExecutedPhase load, Plan plan, Workload workload) {
        Operations operations = load.operations(workload);
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("phase", phase.name());
        one.put("load", load.name());
        one.put("key", GoldenOperations.key(load.key()));
        one.put("algorithm", load.workloadOf(plan).settings().choice("algorithm"));
        one.put(
                "digest",
                LongStream.range(0, Math.min(DIGESTED, operations.count()))
                        .map(index -> operations.at(index).digest())
                        .sum());
        return one;
    }
}
