"""What the ruthless player has learnt from play, as `training.teach_marta` wrote it: arrays kept beside the code."""

import itertools
from functools import cache
from importlib.resources import as_file, files
from typing import Any, NamedTuple

import numpy as np

from games.bots.compiling import Floats, Ints
from games.twoman.bots.ruthless.scoring import SURE
from games.twoman.bots.ruthless.solver import new_workspace

DATA = "data"
READING, STANDINGS = "reading.npz", "standings.npz"
#: A worth is kept in steps of this much.
STEP = 20
_STAMPS = itertools.count(1)


class Learnt(NamedTuple):
    """Weights of the reading models and the worth of every standing; see `inference` and `scoring` for their shapes.

    A tuple, so that kernels take it whole.
    """

    plays: Floats
    discards: Floats
    bids: Floats
    standings: Ints


@cache
def learnt() -> Learnt:
    with _opened(READING) as reading, _opened(STANDINGS) as standings:
        worth = standings["leads"].astype(np.int64) * STEP
        return Learnt(reading["plays"], reading["discards"], reading["bids"], np.minimum(worth, SURE))


@cache
def workspace() -> Ints:
    """The only one of this process. A kernel writes its worth and searches in one call, so threads cannot mix."""
    return new_workspace()


def new_stamp() -> int:
    """A name for the worth that comes to lie in the workspace next."""
    return next(_STAMPS)


def _opened(name: str) -> Any:
    with as_file(files(__package__) / DATA / name) as path:
        return np.load(path)
