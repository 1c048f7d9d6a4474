"""Which operations of a phase are recorded singly, from its key and their index: as in Java (`OperationSampling`)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from muster_worker.workloads.mix import mix, mix_array

_SALT = 0x73616D706C6573
_DRAWS = 1 << 63


class OperationSampling(NamedTuple):
    """One of `every` operations on average; `seed` is the hash of the phase's key."""

    seed: int
    every: int

    def taken(self, indexes: NDArray[np.uint64], most: int) -> tuple[NDArray[np.bool_], int]:
        """Which of these are taken, and how often their number was halved so that it is at most `most`."""
        draws = mix_array(mix_array(np.uint64(mix(self.seed)) ^ indexes) ^ np.uint64(_SALT)) >> np.uint64(1)
        halvings = 0
        taken = draws < np.uint64(_DRAWS // self.every)
        while np.count_nonzero(taken) > most:
            halvings += 1
            taken = draws < np.uint64((_DRAWS // self.every) >> halvings)
        return taken, halvings
