"""How the kernels of ruthless Marta are compiled: once, and kept on disk where numba has been given a folder.

Knows nothing of cards. Without a folder every process compiles anew: beside the sources, numba's other choice, code
that calls changed code would be taken for fresh.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """The function compiled for whole numbers and arrays; a kernel that calls itself cannot be kept on disk."""
    compiled: F = numba.njit(cache=bool(numba.config.CACHE_DIR))(function)
    return compiled
