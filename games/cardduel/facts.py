"""The facts of a duel for one seat (damage dealt and taken, healing, blocks, bluffs, blazes), and its statistics.

A duel is one hand. Its score is the hit points left; there are no points, so the usual statistics get other words here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import figures
from games.cardduel.rules import CardDuelState, named
from games.cardduel.score import Blaze, CardPlay, Effect, Purpose, Round, tally
from games.cardduel.words import rounds_played
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores, whole_number
from games.figures import TableByMark, average, count, largest, section, share, share_of_total, smallest, time
from games.snapshot import PlayedHand


class CardDuelFacts(GameFacts):
    """The facts of Card Duel. The limits of comebacks and margins are in HP; a duel starts at 30."""

    comeback: ClassVar[int] = 15
    nail_biter: ClassVar[int] = 5
    blow_out: ClassVar[int] = 25

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        rounds, blaze = _rounds(hand.sheet, scores_before), _blaze(hand.sheet)
        numbers = {name: value for name, value in plain.numbers.items() if name != "points"}
        numbers |= {"rounds": whole_number(hand.record["rounds"]) or 0, **tally(rounds, blaze, seat)}
        # A bluff is a stack without effect that the seat played while it had the coin. It worked if it met a shield.
        deeds = [{effect.seat: effect.deed for effect in one.effects} for one in rounds if one.coin == seat]
        bluffs = [one for one in deeds if one.get(seat) == Purpose.NOTHING]
        worked = sum(one.get(1 - seat) == Purpose.SHIELD for one in bluffs)
        numbers |= {"bluffs": len(bluffs), "bluffs_worked": worked}
        marks = [*plain.marks, *(["bluff"] if bluffs else []), *(["bluff_worked"] if worked else [])]
        return replace(plain, marks=(*marks, *_blaze_marks(blaze, seat)), numbers=numbers)

    def totals(self, hands: Sequence[PlayedHand]) -> dict[str, int]:
        return {"rounds": sum(whole_number(hand.record["rounds"]) or 0 for hand in hands)}

    def standing(self, state: State) -> Scores:
        return CardDuelState.of(state).hp

    def course(self, rules: Ruleset, hands: Sequence[PlayedHand], start: Scores) -> list[Scores]:
        return [one for one in (start, *(hp for hand in hands for hp in _hit_points(hand.sheet))) if one]

    def compared(self, rules: Ruleset, hand: PlayedHand) -> Scores:
        """Return the hit points by seat at the end. After a blaze the loser has 0; the sheet may differ."""
        blaze = _blaze(hand.sheet)
        if blaze is None:
            return super().compared(rules, hand)
        return tuple(hp if seat == blaze.winner else 0 for seat, hp in enumerate(blaze.hp))

    def within(self, sheet: Mapping[str, Any], seat: Seat) -> tuple[tuple[int, int], ...]:
        return tuple((hp[seat], hp[1 - seat]) for hp in _hit_points(sheet))


def _hit_points(sheet: Mapping[str, Any]) -> list[Scores]:
    """Return the hit points by seat after each round and after a blaze."""
    ends = [*(one["effects"][-1] for one in sheet.get("rounds", ())), sheet.get("blaze")]
    return [tuple(one["hp"]) for one in ends if one is not None]


def _blaze(sheet: Mapping[str, Any]) -> Blaze | None:
    found = sheet.get("blaze")
    return None if found is None else Blaze(**{**found, "hp": (*found["hp"],)})


def _rounds(sheet: Mapping[str, Any], hit_points: Scores) -> list[Round]:
    """Return the rounds of a duel that began with `hit_points`."""
    rounds, hp = list[Round](), (hit_points[0], hit_points[1])
    for number, one in enumerate(sheet.get("rounds", ()), start=1):
        first, second = (CardPlay.of(named(argument)) for argument in one["plays"])
        effects = tuple(Effect(**{**effect, "deed": Purpose(effect["deed"])}) for effect in one["effects"])
        rounds.append(Round(number, one["coin"], (first, second), effects, hp))
        hp = rounds[-1].hp
    return rounds


def _blaze_marks(blaze: Blaze | None, seat: Seat) -> Iterator[str]:
    if blaze is None:
        return
    won = blaze.winner == blaze.invoker
    if blaze.invoker == seat:
        yield from ("blaze", "blaze_won" if won else "blaze_lost")
    else:
        yield from ("blaze_against", "blaze_fatal" if won else "blaze_survived")


# -- statistics ------------------------------------------------------------------------------------------

_HIT_POINTS_LEFT: Final = average(_("Hit points left"), "score")
_ROUNDS: Final = average(_("rounds per duel"), "rounds")


FIGURES: Final = replace(
    figures.USUAL,
    terms=replace(
        figures.USUAL.terms,
        games=_("Duels"),
        so_far=lambda n: ngettext("One duel so far", "%(n)s duels so far", n) % {"n": n},
        won_by_step=_("Duels won"),
        last_course=_("Hit points in the last duel"),
        spread=_("Hit points left"),
        spread_sentence=_("Hit points left per duel; you had some left in %(gained)s of %(n)s duels."),
        gained_head=_("Hit points"),
        count_head=_("Duels"),
        course_sentence=_("Hit points after the last round: you %(mine)s, %(others)s %(theirs)s."),
        recent=_("Recent duels"),
        your_games=_("Your duels"),
        your_hands=_("Your duels"),
        games_shown=_("Duels behind this number"),
        hands_shown=_("Duels behind this number"),
        course=_("How the duel went"),
        course_by=_("Hit points by round"),
        step=_("Round"),
        hand=_("Duel"),
        hand_name=_("Duel"),
        mark_head=_("Rounds"),
        score=_("Hit points"),
        length="rounds",
        length_of_games=_("Rounds"),
        has_hands=False,
    ),
    first=(
        replace(figures.WON, title=_("duels won")),
        _ROUNDS,
        replace(_HIT_POINTS_LEFT, title=_("hit points left per duel")),
    ),
    sections=(
        section(
            _("Duels"),
            *figures.PLAYED,
            *figures.games(
                average(_("average hit points left"), "score", shows="finished"),
                replace(figures.BEST_SCORE, title=_("most hit points left")),
                replace(figures.WORST_SCORE, title=_("fewest hit points left")),
            ),
            *figures.shapes(_("comebacks, from %(n)s+ hit points behind"), CardDuelFacts),
            *figures.games(time(_("time per duel"), "seconds", shows="finished")),
        ),
        section(
            _("Damage"),
            average(_("damage dealt per duel"), "dealt"),
            average(_("damage taken per duel"), "taken"),
            average(_("healed per duel"), "healed"),
            average(_("blocked per duel"), "blocked"),
            _ROUNDS,
            largest(_("most damage in a duel"), "dealt", name="most_damage"),
            largest(_("longest duel, rounds"), "rounds", name="longest_duel"),
            smallest(_("shortest duel, rounds"), "rounds", name="shortest_duel"),
        ),
        section(
            _("Bluffs and blazes"),
            share_of_total(_("bluffs that drew a shield"), "bluffs_worked", "bluffs", shows="bluff"),
            share(_("blazes won"), "blaze_won", "blaze", shows="blaze"),
            share(_("blazes you survived"), "blaze_survived", "blaze_against", shows="blaze_against"),
        ),
        figures.given_up(_("duels given up")),
    ),
    columns=(count(_("Duels"), figures.ENDED, shows="finished", are_games=True), figures.WON, _HIT_POINTS_LEFT),
    tables=(
        figures.BY_LEVEL,
        TableByMark(
            _("By who had the coin first"),
            _("The coin"),
            {"led": _("You had the coin first"), "followed": _("Your opponent had it first")},
        ),
    ),
    totals=figures.totals(played=_("duels played"), abandoned=_("duels given up")),
    records=figures.games(
        replace(figures.HIGHEST_WIN, title=_("most hit points left by a winner")),
        replace(figures.LOWEST_WIN, title=_("fewest hit points left by a winner")),
        figures.LONGEST_STREAK,
        replace(figures.COMEBACK, title=_("biggest comeback, hit points behind")),
        smallest(_("fewest rounds to win"), "rounds", "won", name="fewest_rounds"),
        figures.FASTEST,
    ),
    marks={
        "led": _("you had the coin first"),
        "followed": _("your opponent had the coin first"),
        "bluff": _("your bluff"),
        "bluff_worked": _("a bluff that drew a shield"),
        "blaze": _("your blaze of glory"),
        "blaze_won": _("your blaze won"),
        "blaze_lost": _("your blaze lost"),
        "blaze_against": _("your opponent’s blaze of glory"),
        "blaze_survived": _("a blaze you survived"),
        "blaze_fatal": _("your opponent’s blaze won"),
    },
    numbers="score other seconds rounds",
    hand_sentence=lambda marks, numbers: rounds_played(numbers.get("rounds", 0)),
)
