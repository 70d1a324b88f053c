"""How kernels are kept: a disk without room costs time and nothing else."""

import errno
import logging
import os
from typing import Any

import pytest

from games.bots.compiling import _if_there_is_room


def test_a_full_disk_is_told_and_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    def full(signature: Any, code: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with caplog.at_level(logging.WARNING):
        _if_there_is_room(full)("signature", "code")
    assert "could not be kept on disk: No space left on device" in caplog.text


def test_what_has_room_is_kept() -> None:
    kept: list[Any] = []
    _if_there_is_room(lambda signature, code: kept.append((signature, code)))("signature", "code")
    assert kept == [("signature", "code")]
