package muster.workloads.query;

import muster.workloads.operation.Journey;

/**
 * A journey of the plan.
 *
 * @param drawn which index it is, and what is drawn for it: an operation without a statement
 */
record NamedJourney(Journey journey, NamedQuery drawn) {}
