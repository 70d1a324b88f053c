"""Figures as they are printed, each with its budget where it has one."""


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


class Report:
    """Rows as they come; the names of those over their budget are kept."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def row(self, name: str, value: float, unit: str, budget: float | None = None) -> None:
        over = budget is not None and value > budget
        limit = f"  (budget {budget:g})" if budget is not None else ""
        print(f"  {name:<46} {value:>9.1f} {unit}{limit}{'  MISSED' if over else ''}", flush=True)
        if over:
            self.missed.append(name)

    def ratio(self, name: str, first: float, then: float, statements: int, limits: tuple[float, int]) -> None:
        """Milliseconds of a page with a short and with a long history, and its SQL statements with the long one."""
        ratio, (budget, most) = then / first, limits
        is_over = ratio > budget or statements > most
        times = f"{1000 * first:>8.1f} ms {1000 * then:>8.1f} ms"
        print(f"  {name:<32} {times}   x {ratio:4.2f}  {statements:>3} SQL{'  MISSED' if is_over else ''}", flush=True)
        if is_over:
            self.missed.append(name)
