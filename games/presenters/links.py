"""The picture of a link that is given away."""

from collections.abc import Iterator

import qrcode


def qr_code(link: str) -> tuple[str, int]:
    """A path of the dark squares, a run at a time, and how many squares a side has; nothing of no link."""
    if not link:
        return "", 0
    picture = qrcode.QRCode(border=0)
    picture.add_data(link)
    rows = picture.get_matrix()
    return "".join(f"M{x} {y}h{n}v1h-{n}z" for y, row in enumerate(rows) for x, n in _runs(row)), len(rows)


def _runs(row: list[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for x, is_dark in enumerate([*row, False]):
        if is_dark and start is None:
            start = x
        elif not is_dark and start is not None:
            yield start, x - start
            start = None
