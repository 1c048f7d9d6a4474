"""The worker's half of the protocol, as in Java's package muster.worker.agent: the same parts under the same names."""
