"""The tricks of a hand: the one on the table, the last one, lists of them, and where each stands in a replay."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Said, Seat
from games.engine.tricks import Plays, Ranking, plays_of, winning_place
from games.snapshot import PlayedHand, Replay, Snapshot
from games.viewmodel.cards import Face, face
from games.viewmodel.seats import Moment, clockwise, name_in, place_of
from games.viewmodel.weighed import MarkShown
from games.viewmodel.words import ONE_OF, SUITS, card_name, the_card
from games.viewmodel.words import tricks as in_tricks

#: How a card is drawn.
Draw: TypeAlias = Callable[[Card], Face]


@dataclass(frozen=True, slots=True)
class Trick:
    """`ahead` is who wins the trick as it lies; it is won when every one of the `seats` has played."""

    number: int
    plays: Plays
    ahead: Seat
    seats: int

    @property
    def is_done(self) -> bool:
        return len(self.plays) == self.seats

    @property
    def winner(self) -> Seat | None:
        """None while a card is owed."""
        return self.ahead if self.is_done else None

    @property
    def best(self) -> Card:
        return next(one for seat, one in self.plays if seat == self.ahead)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card (or the place for one) on the table: `face` None is an empty place with `wait` in it, or a back."""

    place: str
    who: str
    does: str
    seat: Seat
    face: Face | None = None
    wait: str = ""
    is_new: bool = False
    wins: bool = False
    hidden: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """The card that a seat played to a trick."""

    text: str
    who: str
    is_led: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick in a list: its cards as they are written, and as they are drawn on the table, each at its place. A ringed
    one has won it, or is what `ring` says. `by_seat` are the cards clockwise from the near seat.

    `step` is where its first card fell, in a replay; `is_here` the trick shown there; `by_table`: played out by it;
    `stood_in` says who came and went, and for whom a stand-in chose in it; `marks` are those of the decisions in it,
    where the hand has a review.
    """

    number: int
    led: str
    cards: tuple[tuple[str, bool], ...]
    winner: str
    is_near: bool
    on_table: tuple[tuple[str, Face, bool], ...] = ()
    step: int = 0
    is_here: bool = False
    by_table: bool = False
    stood_in: str = ""
    marks: tuple[MarkShown, ...] = ()
    ring: str = ""
    by_seat: tuple[PlayedCard, ...] = ()


def is_play(action: Action) -> bool:
    """A card to a trick, and no stack of cards."""
    return action.verb == "play" and action.card is not None


def tricks_in(actions: Sequence[Said], ahead_in: Callable[[int, Plays], Seat], *, seats: int) -> tuple[Trick, ...]:
    """All tricks of a hand in order, the open one last; `ahead_in(number, plays)` says who wins what lies there."""
    plays, found = plays_of(actions), []
    for start in range(0, len(plays), seats):
        number, trick = start // seats + 1, plays[start : start + seats]
        found.append(Trick(number, trick, ahead_in(number, trick), seats))
    return tuple(found)


def tricks_with(actions: Sequence[Said], ranking: Ranking, *, seats: int) -> tuple[Trick, ...]:
    """All tricks of a hand in which the cards rank like this."""

    def ahead_in(number: int, plays: Plays) -> Seat:
        return plays[winning_place([one for _seat, one in plays], ranking)][0]

    return tricks_in(actions, ahead_in, seats=seats)


# -- on the table ---------------------------------------------------------------------------------------


def shown_trick(moment: Moment, tricks: Sequence[Trick], *, draw: Draw = face) -> dict[str, object]:
    """What lies in the middle: the open trick, or the last one until somebody leads the next; then who plays."""
    if not tricks:
        return {"trick": _owed(moment, ())}
    trick = tricks[-1]
    on_table = table_cards(moment, trick, is_now=True, draw=draw)
    if trick.is_done:
        return {"trick": on_table, "is_finished": True}
    return {"trick": (*on_table, *_owed(moment, trick.plays))}


def last_of(moment: Moment, tricks: Sequence[Trick], draw: Draw = face) -> dict[str, object]:
    """The last trick that is done, for whoever asks to see it; nothing before there is one."""
    trick = next((one for one in reversed(tricks) if one.is_done), None)
    if trick is None:
        return {}
    return {"last": table_cards(moment, trick, is_now=False, draw=draw), "last_words": _last_words(moment, trick)}


def table_cards(moment: Moment, trick: Trick, *, is_now: bool, draw: Draw = face) -> tuple[TableCard, ...]:
    """In the order of play. Who is ahead in an open trick is told where four are at the table, and not looking back."""
    tells_ahead, on_table = trick.is_done or (trick.seats > 2 and not moment.view.hands), []
    for place, (seat, one) in enumerate(trick.plays):
        wins = tells_ahead and seat == trick.ahead
        does = _("led") if place == 0 else _("played")
        spoken = _("%(name)s %(does)s %(card)s") % {"name": name_in(moment, seat), "does": does, "card": the_card(one)}
        if wins:
            spoken += ", " + (_("won") if trick.is_done else _("winning"))
        is_new = is_now and not trick.is_done and place == len(trick.plays) - 1
        at = place_of(moment, seat)
        on_table.append(
            TableCard(at, name_in(moment, seat), does, seat, draw(one), is_new=is_new, wins=wins, spoken=spoken)
        )
    return tuple(on_table)


def _owed(moment: Moment, plays: Plays) -> tuple[TableCard, ...]:
    """An empty place for every card that is still to come."""
    there, empty = {seat for seat, _one in plays}, []
    for seat in clockwise(moment):
        if seat not in there:
            name = name_in(moment, seat)
            empty.append(TableCard(place_of(moment, seat), name, "", seat, wait=name if seat in moment.turns else ""))
    return tuple(empty)


def _last_words(moment: Moment, trick: Trick) -> str:
    words = {
        "n": trick.number,
        "leader": name_in(moment, trick.plays[0][0]),
        "winner": name_in(moment, trick.ahead, first=False),
        "card": card_name(trick.best),
    }
    return _("Trick %(n)s. %(leader)s led, %(winner)s won with the %(card)s.") % words


# -- in sentences ---------------------------------------------------------------------------------------


def fell(moment: Moment, trick: Trick) -> str:
    """The card that was played last."""
    seat, one = trick.plays[-1]
    words = {"name": name_in(moment, seat), "card": the_card(one)}
    return (_("%(name)s led %(card)s.") if len(trick.plays) == 1 else _("%(name)s played %(card)s.")) % words


def is_winning(moment: Moment, trick: Trick) -> str:
    """Who is winning, unless it is the card that was played last."""
    if trick.ahead == trick.plays[-1][0]:
        return ""
    words = {"name": name_in(moment, trick.ahead), "card": the_card(trick.best)}
    return _("%(name)s is winning with %(card)s.") % words


def won(moment: Moment, trick: Trick) -> str:
    words = {"name": name_in(moment, trick.ahead), "n": trick.number, "card": the_card(trick.best)}
    return _("%(name)s won trick %(n)s with %(card)s.") % words


def to_follow(suits: Iterable[Suit | None], led: Suit | None) -> str:
    """What may be played to the suit that was led by whoever holds cards of these."""
    if led is None:
        return _("Play any card.")
    if led in suits:
        return _("Play %(one)s.") % {"one": ONE_OF[led]}
    # By its name: the card that was said before may be of another suit.
    return _("You hold no %(suit)s: play any card.") % {"suit": SUITS[led]}


def spades_broken(tricks: Sequence[Trick]) -> str:
    """Said with the play that broke them, and never again."""
    spades = [one.suit is Suit.SPADES for trick in tricks for _seat, one in trick.plays]
    return _("Spades are broken.") if spades and spades[-1] and not any(spades[:-1]) else ""


def replayed_play(replay: Replay, trick: Trick, *more: str, answers: str = "") -> str:
    """What is said of the card that was played last in a past hand, of the trick if that is done, and `more`; `answers`
    is for one that was not led.
    """
    seat, one = trick.plays[-1]
    words = {"who": name_in(replay, seat), "card": the_card(one)}
    said = [(_("%(who)s led %(card)s.") if len(trick.plays) == 1 else answers or _("%(who)s played %(card)s.")) % words]
    if trick.winner == seat:
        said = [_("%(who)s played %(card)s and won.") % words]
    elif trick.is_done:
        said.append(_("%(who)s won the trick.") % {"who": name_in(replay, trick.ahead)})
    return " ".join([*said, *more])


# -- in lists -------------------------------------------------------------------------------------------


def cards_by_seat(moment: Moment, trick: Trick) -> tuple[PlayedCard, ...]:
    """The cards of a finished trick clockwise from the near seat."""
    played, leader = dict(trick.plays), trick.plays[0][0]
    return tuple(
        PlayedCard(played[seat].text, name_in(moment, seat), seat == leader, seat == trick.ahead)
        for seat in clockwise(moment)
        if seat in played
    )


def trick_row(moment: Moment, trick: Trick, *, is_near: bool, draw: Draw = face) -> TrickRow:
    """Describe a trick: its cards, who led and who won."""
    cards = tuple((one.text, seat == trick.winner) for seat, one in trick.plays)
    on_table = tuple((place_of(moment, seat), draw(one), seat == trick.winner) for seat, one in trick.plays)
    return TrickRow(
        trick.number,
        _("%(name)s led") % {"name": name_in(moment, trick.plays[0][0])},
        cards,
        "" if trick.winner is None else name_in(moment, trick.winner, first=False),
        is_near and trick.is_done,
        on_table,
        by_seat=cards_by_seat(moment, trick),
    )


def trick_jumps(
    replay: Replay, tricks: Sequence[Trick], *, here: int, is_near: Callable[[Seat], bool]
) -> tuple[TrickRow, ...]:
    """To the first card of each trick of the hand; `here` is the number of the trick that is shown, 0 for none."""
    plays = [number for number, step in enumerate(replay.steps, start=1) if is_play(step.action)]
    rows = []
    for trick in tricks:
        step = plays[trick.seats * (trick.number - 1)]
        row, by_table = trick_row(replay, trick, is_near=is_near(trick.ahead)), replay.steps[step - 1].by_table
        rows.append(replace(row, step=step, is_here=trick.number == here, by_table=by_table))
    return tuple(rows)


def as_in_log(moment: Moment, trick: Trick) -> str:
    """A trick as a line of the log; the card that won is marked."""
    parts = []
    for place, (seat, one) in enumerate(trick.plays):
        wins = "!" if seat == trick.winner else ""
        parts.append(f"{name_in(moment, seat, first=place == 0)} [{one}{wins}]")
    return ", ".join(parts)


# -- what the table has played by itself ----------------------------------------------------------------


def by_table(hand: PlayedHand) -> int:
    """How many tricks at the end of a hand the table has played."""
    return -(-hand.auto // len(hand.hands)) if hand.auto else 0


def played_out(count: int) -> str:
    """That so many tricks were played out by the table; empty for none."""
    if not count:
        return ""
    sentence = ngettext(
        "The last trick was played out for everybody: however it fell, it could only end this way.",
        "The last %(n)s tricks were played out for everybody: however they fell, they could only end this way.",
        count,
    )
    return sentence % {"n": count}


# -- what was claimed -----------------------------------------------------------------------------------


def claim_offered(snapshot: Snapshot) -> str:
    """What the button of a claim says; empty where nothing may be claimed."""
    return _("Claim %(tricks)s") % {"tricks": in_tricks(snapshot.claim)} if snapshot.claim else ""


def claimed(moment: Moment, hand: PlayedHand | None) -> str:
    """Who claimed the rest of a finished hand, and how much of it; empty where nobody did."""
    if hand is None or hand.claimer is None:
        return ""
    words = {"name": name_in(moment, hand.claimer), "tricks": in_tricks(hand.claimed)}
    if hand.claimer == moment.own:
        return _("You claim the rest: %(tricks)s.") % words
    return _("%(name)s claims the rest: %(tricks)s.") % words
