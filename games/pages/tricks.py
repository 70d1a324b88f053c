"""The tricks of a hand: on the table, in lists, in a replay, and in sentences."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Seat, SeatAction
from games.engine.tricks import Plays, Ranking, plays_of, winning_place
from games.pages.cards import Face, face
from games.pages.seats import Moment, clockwise, name_in, place_of, sentence_on
from games.pages.weighed import MarkShown
from games.pages.words import ONE_OF, SUITS, card_name, the_card
from games.pages.words import tricks as in_tricks
from games.snapshot import PlayedHand, Replay, Snapshot

#: How a card is drawn.
DrawFace: TypeAlias = Callable[[Card], Face]


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick. `ahead` is the seat that is winning it or has won it, `seats` the number of seats."""

    number: int
    plays: Plays
    ahead: Seat
    seats: int

    @property
    def is_done(self) -> bool:
        return len(self.plays) == self.seats

    @property
    def winner(self) -> Seat | None:
        """The seat that won the trick; None while a card is missing."""
        return self.ahead if self.is_done else None

    @property
    def best(self) -> Card:
        return next(one for seat, one in self.plays if seat == self.ahead)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table. Without a `face` it is a card back if `hidden`, else an empty place with the text `wait`."""

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
    text: str
    who: str
    is_led: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick in a list: `cards` as text, and `on_table` as drawn at their places.

    A card's flag says whether a ring is drawn around it, because it won the trick or for the reason in `ring`.
    `by_seat` are the cards clockwise from the near seat. In a replay, `step` is the step of the first card; `is_here`:
    the replay is at this trick. `by_table`: the table played the trick. `stood_in` says which players left or came
    back, and for which players a stand-in chose. `marks` are those of the trick's reviewed decisions.
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


@dataclass(frozen=True, slots=True)
class Jump:
    """A link to a step of a replay; `text` has cards in brackets. `marks` are of decisions before the first trick."""

    text: str
    step: int
    marks: tuple[MarkShown, ...] = ()


def is_play(action: Action) -> bool:
    """Return whether an action plays a single card to a trick, not several cards."""
    return action.verb == "play" and action.card is not None


def tricks_in(
    actions: Sequence[SeatAction], ahead_in: Callable[[int, Plays], Seat], *, seats: int
) -> tuple[ShownTrick, ...]:
    """Return all tricks of a hand, the open trick last. `ahead_in(number, plays)` returns the winning seat."""
    plays, found = plays_of(actions), []
    for start in range(0, len(plays), seats):
        number, trick = start // seats + 1, plays[start : start + seats]
        found.append(ShownTrick(number, trick, ahead_in(number, trick), seats))
    return tuple(found)


def tricks_with(actions: Sequence[SeatAction], ranking: Ranking, *, seats: int) -> tuple[ShownTrick, ...]:
    """Return all tricks of a hand in which cards have this ranking."""

    def ahead_in(number: int, plays: Plays) -> Seat:
        return plays[winning_place([one for _seat, one in plays], ranking)][0]

    return tricks_in(actions, ahead_in, seats=seats)


# -- on the table ---------------------------------------------------------------------------------------


def lying(moment: Moment, tricks: Sequence[ShownTrick], *, draw: DrawFace = face) -> tuple[TableCard, ...]:
    """Return the cards in the middle: the open trick with places for the seats still to play, or the last trick."""
    if not tricks:
        return _owed(moment, ())
    on_table = table_cards(moment, tricks[-1], is_now=True, draw=draw)
    return on_table if tricks[-1].is_done else (*on_table, *_owed(moment, tricks[-1].plays))


def table_cards(moment: Moment, trick: ShownTrick, *, is_now: bool, draw: DrawFace = face) -> tuple[TableCard, ...]:
    """Return the cards in the order of play. A live table of four also marks the winning card of an open trick."""
    tells_ahead, on_table = trick.is_done or (trick.seats > 2 and not moment.view.hands), []
    for place, (seat, one) in enumerate(trick.plays):
        wins = tells_ahead and seat == trick.ahead
        does = _("led") if place == 0 else _("played")
        spoken = _("%(name)s %(does)s %(card)s") % {"name": name_in(moment, seat), "does": does, "card": the_card(one)}
        if wins and trick.is_done:
            spoken = _("%(said)s and won") % {"said": spoken}
        elif wins:
            spoken += ", " + _("winning")
        is_new = is_now and not trick.is_done and place == len(trick.plays) - 1
        at = place_of(moment, seat)
        on_table.append(
            TableCard(at, name_in(moment, seat), does, seat, draw(one), is_new=is_new, wins=wins, spoken=spoken)
        )
    return tuple(on_table)


def _owed(moment: Moment, plays: Plays) -> tuple[TableCard, ...]:
    """Return an empty place for each seat that has not played."""
    played, places = {seat for seat, _one in plays}, []
    for seat in clockwise(moment):
        if seat not in played:
            name = name_in(moment, seat)
            places.append(TableCard(place_of(moment, seat), name, "", seat, wait=name if seat in moment.turns else ""))
    return tuple(places)


def last_words(moment: Moment, trick: ShownTrick) -> str:
    """Return the sentence on who led and who won a trick."""
    leader, winner = trick.plays[0][0], trick.ahead
    words: dict[str, object] = {"n": trick.number, "card": card_name(trick.best)}
    if leader == winner:
        own = _("Trick %(n)s. You led and won with the %(card)s.")
        return sentence_on(moment, winner, own, _("Trick %(n)s. %(name)s led and won with the %(card)s."), **words)
    words |= {"leader": name_in(moment, leader), "winner": name_in(moment, winner)}
    if leader == moment.own:
        return _("Trick %(n)s. You led, %(winner)s won with the %(card)s.") % words
    if winner == moment.own:
        return _("Trick %(n)s. %(leader)s led, you won with the %(card)s.") % words
    return _("Trick %(n)s. %(leader)s led, %(winner)s won with the %(card)s.") % words


# -- in sentences ---------------------------------------------------------------------------------------


def newest_card_sentence(moment: Moment, trick: ShownTrick) -> str:
    seat, one = trick.plays[-1]
    own, other = _("You played %(card)s."), _("%(name)s played %(card)s.")
    if len(trick.plays) == 1:
        own, other = _("You led %(card)s."), _("%(name)s led %(card)s.")
    return sentence_on(moment, seat, own, other, card=the_card(one))


def is_winning(moment: Moment, trick: ShownTrick) -> str:
    """Return the sentence on the card that is winning; empty if it is the newest card."""
    if trick.ahead == trick.plays[-1][0]:
        return ""
    words = {"name": name_in(moment, trick.ahead), "card": the_card(trick.best)}
    return _("%(name)s is winning with %(card)s.") % words


def trick_won_sentence(moment: Moment, trick: ShownTrick) -> str:
    """Return the sentence on who won a finished trick, with the winning card."""
    own, other = _("You won trick %(n)s with %(card)s."), _("%(name)s won trick %(n)s with %(card)s.")
    return sentence_on(moment, trick.ahead, own, other, n=trick.number, card=the_card(trick.best))


def to_follow(suits: Iterable[Suit | None], led: Suit | None) -> str:
    """Return the sentence on what a hand with cards of these suits may play to the suit led."""
    if led is None:
        return _("Play any card.")
    if led in suits:
        return _("Play %(one)s.") % {"one": ONE_OF[led]}
    # Name the suit: the sentence before this one may name a card of another suit.
    return _("You hold no %(suit)s: play any card.") % {"suit": SUITS[led]}


def spades_broken(tricks: Sequence[ShownTrick]) -> str:
    """Return the sentence on broken spades if the newest card broke them; else empty."""
    spades = [one.suit is Suit.SPADES for trick in tricks for _seat, one in trick.plays]
    return _("Spades are broken.") if spades and spades[-1] and not any(spades[:-1]) else ""


def replayed_play(replay: Replay, trick: ShownTrick, *more: str) -> str:
    """Return the sentences on a replay's newest card and, if it ended the trick, on the winner, followed by `more`."""
    seat, one = trick.plays[-1]
    if trick.winner == seat:
        own, other = _("You played %(card)s and won."), _("%(name)s played %(card)s and won.")
        said = [sentence_on(replay, seat, own, other, card=the_card(one))]
    else:
        won_by = sentence_on(replay, trick.ahead, _("You won the trick."), _("%(name)s won the trick."))
        said = [newest_card_sentence(replay, trick), *([won_by] if trick.is_done else [])]
    return " ".join([*said, *more])


# -- in lists -------------------------------------------------------------------------------------------


def cards_by_seat(moment: Moment, trick: ShownTrick) -> tuple[PlayedCard, ...]:
    """Return the cards of a trick clockwise from the near seat."""
    played, leader = dict(trick.plays), trick.plays[0][0]
    return tuple(
        PlayedCard(played[seat].text, name_in(moment, seat), seat == leader, seat == trick.ahead)
        for seat in clockwise(moment)
        if seat in played
    )


def trick_row(moment: Moment, trick: ShownTrick, *, is_near: bool, draw: DrawFace = face) -> TrickRow:
    """Return a trick for a list: its cards, who led and who won."""
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
    replay: Replay, tricks: Sequence[ShownTrick], *, here: int, is_near: Callable[[Seat], bool]
) -> tuple[TrickRow, ...]:
    """Return rows that link to the first card of each trick. `here` is the number of the trick shown, 0 for none."""
    plays = [number for number, step in enumerate(replay.steps, start=1) if is_play(step.action)]
    rows = []
    for trick in tricks:
        step = plays[trick.seats * (trick.number - 1)]
        row, by_table = trick_row(replay, trick, is_near=is_near(trick.ahead)), replay.steps[step - 1].by_table
        rows.append(replace(row, step=step, is_here=trick.number == here, by_table=by_table))
    return tuple(rows)


def as_in_log(moment: Moment, trick: ShownTrick) -> str:
    """Return a trick as a line of the log, with "!" after the card that won."""
    parts = []
    for place, (seat, one) in enumerate(trick.plays):
        wins = "!" if seat == trick.winner else ""
        parts.append(f"{name_in(moment, seat, first=place == 0)} [{one}{wins}]")
    return ", ".join(parts)


# -- claims, and tricks that the table played ------------------------------------------------------------


def played_out(count: int) -> str:
    """Return the sentence on `count` tricks that the table played; empty for 0."""
    if not count:
        return ""
    sentence = ngettext(
        "The last trick was played automatically: the outcome was certain.",
        "The last %(n)s tricks were played automatically: the outcome was certain.",
        count,
    )
    return sentence % {"n": count}


def claim_offered(snapshot: Snapshot) -> str:
    """Return the label of the button that claims the rest; empty if nothing may be claimed."""
    return _("Claim %(tricks)s") % {"tricks": in_tricks(snapshot.claim)} if snapshot.claim else ""


def claimed(moment: Moment, hand: PlayedHand | None) -> str:
    """Return the sentence on the claim in a finished hand, with seat and number of tricks; empty without a claim."""
    if hand is None or hand.claimer is None:
        return ""
    words = {"name": name_in(moment, hand.claimer), "tricks": in_tricks(hand.tricks_by_table)}
    if hand.claimer == moment.own:
        return _("You claim the rest: %(tricks)s.") % words
    return _("%(name)s claims the rest: %(tricks)s.") % words
