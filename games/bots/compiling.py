"""How the kernels of a computer player are compiled: once, and kept on disk where numba has been given a folder.

Knows nothing of cards. Without a folder every process compiles anew: beside the sources, numba's other choice, code
that calls changed code would be taken for fresh.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

logger = logging.getLogger(__name__)
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
#: A folder that is none would make numba keep them beside the sources.
_KEEPS: Final = bool(numba.config.CACHE_DIR) and Path(numba.config.CACHE_DIR).is_dir()
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """The function compiled for whole numbers and arrays; a kernel that calls itself cannot be kept on disk."""
    compiled: Any = numba.njit(cache=_KEEPS)(function)
    if _KEEPS:
        compiled._cache.save_overload = _if_there_is_room(compiled._cache.save_overload)
    return cast(F, compiled)


def _if_there_is_room(save: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """A full disk costs the next process its time, and nobody the game."""

    def saved(signature: Any, code: Any) -> None:
        try:
            save(signature, code)
        except OSError as fault:
            logger.warning("A compiled kernel could not be kept on disk: %s.", fault.strerror)

    return saved
