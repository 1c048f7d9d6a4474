"""Who asks: clients, timing and recording of one phase on this worker."""
