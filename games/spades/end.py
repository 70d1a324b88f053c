"""The end of a game of Spades: who won and why, how it went, hand by hand."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.state import Result
from games.snapshot import Seen
from games.spades.options import Terms, terms
from games.spades.sheet import bids_of, lines_of, tricks_taken
from games.spades.state import seats_of
from games.spades.tricks import view_of
from games.spades.words import variant_name
from games.viewmodel.four import side_name
from games.viewmodel.race import race
from games.viewmodel.table import Chart, Ending
from games.viewmodel.words import plain_number, signed


def ending(seen: Seen) -> Ending:
    return Ending(_about(seen), _heading(seen), _lead(seen), _facts(seen), _chart(seen))


def _about(seen: Seen) -> str:
    hands = ngettext("%(n)s hand", "%(n)s hands", len(seen.hands)) % {"n": len(seen.hands)}
    return f"{variant_name(seen.view.options['variant'])}, {hands}"


def _heading(seen: Seen) -> str:
    if seen.result is None:
        return _("You gave this game up")
    rules, score = terms(seen.view.options), view_of(seen).table.score
    own = seen.seat % rules.sides
    if seen.result.winner == own:
        words = {"score": _to(_first(score, own))}
        return _("Your side wins, %(score)s") % words if rules.partners else _("You win, %(score)s") % words
    winner = seen.result.winner if seen.result.winner is not None else own
    words = {"side": side_name(seen, seats_of(rules, winner)), "score": _to(_first(score, winner))}
    return _("%(side)s win, %(score)s") % words if rules.partners else _("%(side)s wins, %(score)s") % words


def _first(score: tuple[int, ...], winner: int) -> list[int]:
    return [score[winner], *sorted((one for side, one in enumerate(score) if side != winner), reverse=True)]


def _to(scores: list[int]) -> str:
    first, *others = (plain_number(one) for one in scores)
    return _("%(one)s to %(other)s") % {"one": first, "other": ", ".join(others)}


def _lead(seen: Seen) -> str:
    if seen.result is None:
        return _("It stays in your list. The deal of its last hand can be checked now.")
    rules = terms(seen.view.options)
    if rules.lose is not None and rules.lose > rules.win:
        return _range_lead(rules)
    return _usual_lead(seen, rules, seen.result)


def _usual_lead(seen: Seen, rules: Terms, result: Result) -> str:
    score = view_of(seen).table.score
    words = {"win": rules.win, "lose": plain_number(rules.lose or 0), "n": len(seen.hands)}
    if max(score) >= rules.win:
        return _("Hand %(n)s took the score to %(win)s or more.") % words
    return _("Hand %(n)s sank a side to %(lose)s or below.") % words


def _range_lead(rules: Terms) -> str:
    words = {"win": rules.win, "lose": rules.lose}
    return _("Whoever stands from %(win)s to under %(lose)s wins; above that a side is bust.") % words


def _facts(seen: Seen) -> tuple[tuple[str, str, str], ...]:
    """Name, value, and a small addition."""
    rules = terms(seen.view.options)
    scored = [hand for hand in seen.hands if lines_of(hand.sheet)]
    if not scored:
        return ()
    own = [lines_of(hand.sheet)[seen.seat % rules.sides] for hand in scored]
    contracts = [line for line in own if line.bid]
    nils = [tricks_taken(hand)[seen.seat] == 0 for hand in scored if bids_of(hand)[seen.seat] in (0, "b0")]
    facts = [
        (_("contracts made"), str(sum(line.is_made for line in contracts)), _of(len(contracts))),
        (_("your tricks"), str(sum(tricks_taken(hand)[seen.seat] for hand in scored)), ""),
        (_("bags taken"), str(sum(line.bags_taken for line in own)), ""),
    ]
    if nils:
        facts.append((_("your nils held"), str(sum(nils)), _of(len(nils))))
    else:
        facts.append((_("best hand"), signed(max(line.points for line in own)), ""))
    return tuple(facts)


def _of(count: int) -> str:
    return _("of %(n)s") % {"n": count}


def _chart(seen: Seen) -> Chart | None:
    """Scores of both sides after each hand; None for four sides."""
    scored = [lines for hand in seen.hands if (lines := lines_of(hand.sheet))]
    if not scored or len(scored[0]) != 2:
        return None
    own = seen.seat % 2
    mine, theirs = [lines[own].score for lines in scored], [lines[1 - own].score for lines in scored]
    return race(mine, theirs, names=(_("Your side"), _("Their side")))
