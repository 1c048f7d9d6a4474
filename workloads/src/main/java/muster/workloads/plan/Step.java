package muster.workloads.plan;

import java.util.Map;

/**
 * One point of a sweep.
 *
 * @param number from 1
 * @param parameters the swept keys with their values here, in the order of the plan; empty without a sweep
 * @param plan the plan with these values and no sweep
 */
public record Step(int number, Map<String, Object> parameters, Plan plan) {}
