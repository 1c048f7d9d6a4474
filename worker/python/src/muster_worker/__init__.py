"""Python workers of a Muster cluster: the same engine, protocol and workloads as the Java ones."""

__version__ = "0.2.0"
