package muster.cli.arms;

import java.util.List;

/**
 * One side of a comparison.
 *
 * @param name what results call it
 * @param plan as it was typed: a file or a ready plan
 * @param sets changes of this arm alone, as --set makes them
 */
public record PlanArm(String name, String plan, List<String> sets) {}
