"""A game of tricks in the plainest words, which fit every game: without words of its own it can be played and looked
back on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action, Pick, tuple_of
from games.engine.cards import Suit, find
from games.engine.notation import action_text
from games.engine.options import whole
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Phase, Said, Seat, SeatView
from games.engine.tricks import AsPrinted, following
from games.snapshot import PlayedHand, Replay, ReplayStep, Snapshot
from games.viewmodel.cards import Preferences, sorted_hand
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.refusals import must_follow
from games.viewmodel.seats import Moment, SeatShown, SideShown, deals, lead_owed, name_in, seat_shown, turn_sentence
from games.viewmodel.sheet import ScoreCell, Sheet, sum_row
from games.viewmodel.sides import Sides
from games.viewmodel.table import Call, ChoiceButton, Pass, hand_dealt, own_hand
from games.viewmodel.tricks import Trick, fell, is_play, is_winning, replayed_play, to_follow, tricks_with, won
from games.viewmodel.words import SUITS, Words, listed, points_said, signed
from games.viewmodel.words import tricks as trick_count

#: The tricks of a hand, in order, the open one last.
Tricks: TypeAlias = Callable[[SeatView], tuple[Trick, ...]]
#: What somebody did, by verb.
_SENTENCES: Final[Mapping[str, Words]] = {
    "pass": gettext_lazy("%(who)s passed."),
    "bid": gettext_lazy("%(who)s bid %(bid)s."),
    "discard": gettext_lazy("%(who)s put aside %(card)s."),
    "draw": gettext_lazy("%(who)s drew %(card)s."),
    "play": gettext_lazy("%(who)s played %(card)s."),
}
#: What may be done, by verb.
_BUTTONS: Final[Mapping[str, Words]] = {"pass": gettext_lazy("Pass"), "bid": gettext_lazy("Bid %(bid)s")}
_VOID: Final = gettext_lazy("Everybody passed")


def plain_presenter(
    *,
    rules: Ruleset,
    tricks: Tricks | None = None,
    sentences: Mapping[str, Words] | None = None,
    buttons: Mapping[str, Words] | None = None,
    asks: Mapping[str, Words] | None = None,
    calls: Mapping[str, Call] | None = None,
    **own: Any,
) -> TrickPresenter:
    """The pages of a game by its `rules` and its `tricks`, and by whatever of `TrickPresenter` it says otherwise.

    Without `tricks` there are no trumps. Where the game has an option `target` its points are shown against it.
    `sentences` tell what somebody did and `buttons` what may be done without a card, by verb; of both `%(bid)s` is the
    argument, a suit by its name. `asks` are what is asked of whoever is to act, by phase; `calls` what may be called
    out of turn, by verb. A hand’s sheet has its `points` by side where it was scored.
    """
    tricks = tricks or (lambda view: tricks_with(view.actions, AsPrinted(None), seats=rules.seats))
    plain = _Plain(
        rules=rules,
        tricks=tricks,
        sentences={**_SENTENCES, **(sentences or {})},
        buttons={**_BUTTONS, **(buttons or {})},
        asks=asks or {},
        calls=calls or {},
    )
    fields = {"race_step": _race_step(rules), **{name: getattr(plain, name) for name in _Plain.WORDS}}
    said = dict.fromkeys(plain.sentences, plain.step)
    return TrickPresenter(rules=rules, tricks=tricks, said=said, refused={}, choices=tuple(Phase), **{**fields, **own})


@dataclass(frozen=True, kw_only=True)
class _Plain(Sides):
    tricks: Tricks
    sentences: Mapping[str, Words]
    buttons: Mapping[str, Words]
    asks: Mapping[str, Words]
    calls: Mapping[str, Call]

    WORDS = (
        *("title", "invitation", "target", "seat", "side", "message", "settled", "in_hand"),
        *("sheet", "unscored", "cell", "headline", "lead", "facts", "dealt"),
    )

    # -- the game -----------------------------------------------------------------------------------------------

    def title(self, view: SeatView) -> str:
        return str(self.rules.title)

    def invitation(self, view: SeatView) -> str:
        target = self.target(view)
        return _("To %(n)s.") % {"n": target} if target else ""

    def target(self, view: SeatView) -> int:
        """0 where there is none."""
        return whole(view.options, "target") if "target" in view.options else 0

    # -- the table ----------------------------------------------------------------------------------------------

    def seat(self, moment: Moment, seat: Seat, is_near: bool) -> SeatShown:
        """With the last bid where there are bids, and the tricks that were won."""
        bids = [action.argument for by, action in moment.view.actions if by == seat and action.verb in ("bid", "pass")]
        missing = _("no bid yet") if moment.view.phase is Phase.BID else ""
        bid, note = str(bids[-1] or "") if bids else "", _("passed") if bids else missing
        won = sum(trick.winner == seat for trick in self.tricks(moment.view))
        words = {"name": name_in(moment, seat), "call": bid or note, "tricks": trick_count(won)}
        spoken = _("%(name)s: %(call)s, %(tricks)s.") if words["call"] else _("%(name)s: %(tricks)s.")
        return seat_shown(
            moment,
            seat,
            is_near=is_near,
            is_dealer=seat == self._dealer(moment),
            bid=bid,
            took=won,
            note=note,
            spoken=spoken % words,
        )

    def side(self, moment: Moment, side: int, name: str) -> SideShown:
        score = self.scores(moment.view)[side]
        words = {"side": self.name_of_side(moment, side), "points": points_said(score)}
        return SideShown(name, score, "", _("%(side)s: %(points)s.") % words)

    def message(self, snapshot: Snapshot) -> str:
        """What has just been done, and what is owed."""
        view, tricks = snapshot.view, self.tricks(snapshot.view)
        if view.phase is Phase.PLAY and tricks:
            if tricks[-1].is_done:
                return " ".join([won(snapshot, tricks[-1]), lead_owed(snapshot)])
            if not snapshot.is_mine:
                return fell(snapshot, tricks[-1])
            lies = is_winning(snapshot, tricks[-1]) or fell(snapshot, tricks[-1])
            return f"{lies} {_must_be_played(view, tricks[-1].plays[0][1].suit)}".rstrip()
        before = [self._sentence(snapshot, said) for said in view.actions[-1:] if said[0] != snapshot.seat]
        if view.phase is Phase.PLAY and any(isinstance(one, Action) and is_play(one) for one in view.legal):
            before.append(lead_owed(snapshot))
        elif snapshot.is_mine:
            before.append(str(self.asks.get(view.phase, _("It is your turn."))))
        elif view.waits_for - {DEALER}:
            before.append(turn_sentence(snapshot))
        return " ".join(before)

    def settled(self, snapshot: Snapshot) -> list[str]:
        dealer = self._dealer(snapshot)
        before = [self._sentence(snapshot, said) for said in snapshot.view.actions if not is_play(said[1])]
        return [*([] if dealer is None else [deals(snapshot, dealer)]), *before]

    def in_hand(self, snapshot: Snapshot, preferences: Preferences) -> dict[str, object]:
        view, dealt = snapshot.view, sorted_hand(hand_dealt(snapshot.view), preferences)
        picks = [one for one in view.legal if isinstance(one, Pick)]
        others = [one for one in view.legal if isinstance(one, Action) and one.card is None]
        calls = [replace(self.calls[one.verb], action=action_text(one)) for one in others if one.verb in self.calls]
        return {
            **own_hand(snapshot, preferences, dealt, lambda one: self._why_not(view)),
            "passing": _passing(picks) if picks else None,
            "choices": tuple(self._choice(one) for one in others if one.verb not in self.calls),
            "call": calls[0] if calls else None,
        }

    def _choice(self, action: Action) -> ChoiceButton:
        words = str(self.buttons.get(action.verb, action.verb)) % {"bid": _argument(action)}
        return ChoiceButton(action_text(action), words)

    def _why_not(self, view: SeatView) -> str:
        return must_follow(next((trick.plays[0][1].suit for trick in self.tricks(view)[-1:]), None))

    def _dealer(self, moment: Moment) -> Seat | None:
        dealer: Seat | None = getattr(moment.view.table, "dealer", None)
        return dealer

    def _sentence(self, moment: Moment, said: Said) -> str:
        """What somebody did, cards in brackets; a card that the dealer draws is for the seat that is named first."""
        seat, action = said
        named = tuple_of(action.argument) or (action.argument,)
        if seat == DEALER and isinstance(named[0], int):
            seat, named = named[0], named[1:]
        cards = [f"[{one}]" if find(one) else _("a hidden card") for one in named]
        words = {"who": name_in(moment, seat), "bid": _argument(action), "card": listed(cards)}
        return str(self.sentences[action.verb]) % words

    # -- finished hands and games -------------------------------------------------------------------------------

    def sheet(self, moment: Moment, hand: PlayedHand) -> Sheet:
        points, scores = _points(hand), _record(hand, self.rules.score)
        if not points:
            return Sheet(note=str(_VOID))
        sides = self.sums(moment, scores, [now - gained for now, gained in zip(scores, points, strict=True)])
        return Sheet(sides, (sum_row(_("Points"), "", [points[side] for side in self.sides_in_order(moment)]),))

    def unscored(self, moment: Moment, hand: PlayedHand) -> str:
        return "" if _points(hand) else str(_VOID)

    def cell(self, moment: Moment, hand: PlayedHand, side: int) -> ScoreCell:
        return ScoreCell(_points(hand)[side], _record(hand, self.rules.score)[side])

    def headline(self, snapshot: Snapshot, hand: PlayedHand) -> tuple[str, str]:
        points = _points(hand)
        if not points:
            return str(_VOID), ""
        own, *others = (
            _("%(side)s: %(points)s") % {"side": self.name_of_side(snapshot, side), "points": signed(points[side])}
            for side in self.sides_in_order(snapshot)
        )
        return own, " ".join(f"{one}." for one in others)

    def lead(self, snapshot: Snapshot) -> str:
        return _("Hand %(n)s decided it.") % {"n": len(snapshot.hands)}

    def facts(self, snapshot: Snapshot) -> tuple[tuple[str, str, str], ...]:
        return ()

    # -- the replay ---------------------------------------------------------------------------------------------

    def dealt(self, replay: Replay) -> str:
        dealer = self._dealer(replay)
        return "" if dealer is None else deals(replay, dealer)

    def step(self, replay: Replay, step: ReplayStep) -> str:
        if is_play(step.action):
            return replayed_play(replay, self.tricks(replay.view)[-1])
        return self._sentence(replay, (step.seat, step.action))


def _race_step(rules: Ruleset) -> int:
    """A fifth of the points that are usually played for."""
    targets = [option.default for option in rules.options if option.key == "target"]
    return max(1, int(targets[0] or 0) // 5) if targets else TrickPresenter.race_step


def _must_be_played(view: SeatView, led: Suit | None) -> str:
    """To the suit that was led; nothing where the rules ask something else than to follow it."""
    hand = view.hand or ()
    playable = {one.card for one in view.legal if isinstance(one, Action)}
    return to_follow((one.suit for one in hand), led) if playable == {*following(hand, led)} else ""


def _argument(action: Action) -> str:
    """A suit by its name, and else as it is written."""
    return next((str(name) for suit, name in SUITS.items() if suit == action.argument), str(action.argument))


def _passing(picks: Sequence[Pick]) -> Pass:
    """Cards that may be chosen together."""
    counts, verb = [one.count for one in picks], picks[0].verb
    button = _("Play the chosen cards") if verb == "play" else _("Put the chosen cards aside")
    return Pass(verb, min(counts), max(counts), button)


def _points(hand: PlayedHand) -> tuple[int, ...]:
    """By side; nothing where the hand was not scored."""
    return tuple(one for one in tuple_of(hand.sheet.get("points")) if isinstance(one, int))


def _record(hand: PlayedHand, name: str) -> tuple[int, ...]:
    return tuple(one for one in tuple_of(hand.record.get(name)) if isinstance(one, int))
