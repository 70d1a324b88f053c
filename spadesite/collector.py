"""Python's collector of circular garbage, told what a server's process is: large from its start, and then even."""

import gc
from typing import Final

#: Objects that are made before the youngest are looked through. Of the 700 that Python begins with an action makes
#: enough for thirty looks.
YOUNG: Final = 10_000


def keep_loaded() -> None:
    """Whatever has been loaded by now stays for good, and is never looked through again: that took a sixth of an
    action. Children that part from here share it, too, since nothing writes to it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
