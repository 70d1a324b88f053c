"""Clocks that go on as tests want it."""


class Clock:
    """Goes on only while somebody sleeps."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
