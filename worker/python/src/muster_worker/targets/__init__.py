"""Databases, one module each, found by the entry points of group muster.targets."""
