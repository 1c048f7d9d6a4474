"""What is asked: operations as pure functions of (settings, phase, index), bit for bit those of the Java side."""
