"""From what somebody may see of a game to what templates show: the table, a finished hand, a replay, a past game.

What all games of tricks do alike stands here; each game says what is its own. The table and the replay are one thing:
a moment of the game, seen by a seat or with all hands open.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.engine.ruleset import Ruleset
from games.engine.state import Phase, Seat, SeatView
from games.snapshot import GameSeen, HandSeen, Replay, SealSeen, Seen, Status, StepSeen
from games.viewmodel import claims
from games.viewmodel.cards import Face, Likes, face
from games.viewmodel.race import Chart, Ending, race
from games.viewmodel.replay import (
    Jump,
    ReplayContext,
    ReviewContext,
    ReviewShown,
    actor_of,
    against,
    auto_note,
    cut_short,
)
from games.viewmodel.seats import Moment, SeatShown, SideShown, clockwise, side_name
from games.viewmodel.sheet import ScoreLine, Sheet, Summary
from games.viewmodel.table import LogLine, TableContext, TableShown, Tag, context
from games.viewmodel.tricks import (
    Trick,
    by_table,
    last_of,
    played_out,
    shown_trick,
    told_in_log,
    trick_jumps,
    trick_row,
)
from games.viewmodel.words import plain_number


class TrickPresenter:
    """A game of tricks. What raises NotImplementedError each game says itself; the rest it may say otherwise."""

    rules: ClassVar[Ruleset]
    #: The class of what its templates show; games with controls of their own add fields.
    shown: ClassVar[type[TableShown]] = TableShown
    bags_marked: ClassVar[bool] = False
    #: The length of a step between two lines of the drawing of its scores.
    race_step: ClassVar[int] = 100
    #: The tricks of a whole hand.
    most_tricks: ClassVar[int] = 13
    #: Phases of a hand that are drawn by the template of all games.
    shared: ClassVar[frozenset[str]] = frozenset({"play", "first", "between", "over", "hand"})

    # -- the pages --------------------------------------------------------------------------------------

    def table(self, seen: Seen, *, likes: Likes, notice: str) -> TableContext:
        if seen.result is not None or seen.status != Status.PLAYING:
            ended = {"ending": self.ending(seen), "opened": seen.unfinished}
            return self._context(seen, likes, "over", notice, **ended, summary=self._last_hand(seen, likes))
        if seen.needs_deal:
            name = "between" if seen.hands else "first"
            return self._context(seen, likes, name, notice, summary=self._last_hand(seen, likes))
        parts = {**self._tricks_shown(seen), **self.in_hand(seen, likes)}
        return self._context(seen, likes, str(seen.view.phase), notice, **parts)

    def hand(self, seen: Seen, hand: HandSeen, seal: SealSeen | None, *, likes: Likes) -> TableContext:
        return self._context(seen, likes, "hand", "", summary=self.summary(seen, hand, seal))

    def replay(self, replay: Replay) -> ReplayContext:
        tricks, every = self.tricks(replay.view), self.tricks(replay.views[-1])
        where, say = self._line(replay, tricks)
        return ReplayContext(
            template="games/replay/table.html",
            title=self.title(replay.view),
            heading=_("Replay of hand %(n)s: all hands open") % {"n": replay.number},
            number=replay.number,
            step=replay.step,
            last=replay.last,
            where=where,
            say=say,
            actor=actor_of(replay),
            is_over=replay.is_over,
            bags_marked=self.bags_marked,
            tricks=trick_jumps(replay, every, here=len(tricks), is_near=lambda seat: self.is_near(replay, seat)),
            before=self.before(replay),
            auto_note=auto_note(replay),
            points=self.sheet(replay.game, replay.hand) if replay.is_over and replay.hand is not None else None,
            seal=replay.seal,
            more=TableShown(
                seats=tuple(self.seat(replay, seat) for seat in clockwise(replay)),
                sides=tuple(self.side(replay, side) for side in self.sides_in_order(replay)),
                target=self.target(replay.view),
                **(shown_trick(replay, tricks, draw=self.draw) if tricks else self.lying(replay)),  # type: ignore[arg-type]
            ),
        )

    def review(self, game: GameSeen) -> ReviewContext:
        names = self.side_names(game)
        return ReviewContext(
            template="games/replay/game.html",
            title=self.title(game.view),
            heading=self._how_it_ended(game),
            about=against(tuple(self.name_of_side(game, side, first=False) for side in self.sides_in_order(game))),
            parted=_("Hand by hand"),
            numbers=game.numbers,
            more=ReviewShown(names, self.score_lines(game, game.hands), cut_short(game)),
        )

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str:
        """The sentence for an action that the rules refuse."""
        raise NotImplementedError

    # -- what a game says of itself -----------------------------------------------------------------------

    def title(self, view: SeatView) -> str:
        """What the game is called, with its variant where it has some."""
        raise NotImplementedError

    def invitation(self, view: SeatView) -> str:
        """What is played, in a sentence, before the first deal."""
        raise NotImplementedError

    def target(self, view: SeatView) -> int:
        """The points that are played for."""
        raise NotImplementedError

    def tricks(self, view: SeatView) -> tuple[Trick, ...]:
        """The tricks of the hand in order, the open one last."""
        raise NotImplementedError

    def seat(self, moment: Moment, seat: Seat) -> SeatShown:
        raise NotImplementedError

    def side(self, moment: Moment, side: int) -> SideShown:
        raise NotImplementedError

    def scores(self, view: SeatView) -> Sequence[int]:
        """The score of each side."""
        raise NotImplementedError

    def message(self, seen: Seen) -> str:
        """The sentence for the state of a hand in play."""
        raise NotImplementedError

    def in_hand(self, seen: Seen, likes: Likes) -> dict[str, object]:
        """One's own hand and what may be chosen now, as fields of `shown`."""
        raise NotImplementedError

    def settled_notes(self, seen: Seen) -> list[str]:
        """What the log tells of the hand before its first trick."""
        raise NotImplementedError

    def sheet(self, moment: Moment, hand: HandSeen) -> Sheet:
        """Where the points of a finished hand came from."""
        raise NotImplementedError

    def score_lines(self, moment: Moment, hands: Sequence[HandSeen]) -> tuple[ScoreLine, ...]:
        """A line for every hand that belongs into the list of scores."""
        raise NotImplementedError

    def headline(self, seen: Seen, hand: HandSeen) -> tuple[str, str]:
        """How the hand went for one's own side, and for the others."""
        raise NotImplementedError

    def lead(self, seen: Seen) -> str:
        """Why the game ended as it did."""
        raise NotImplementedError

    def facts(self, seen: Seen) -> tuple[tuple[str, str, str], ...]:
        """The game in numbers: name, value, and a small addition."""
        raise NotImplementedError

    def dealt(self, replay: Replay) -> str:
        """What is said of a hand as dealt."""
        raise NotImplementedError

    def step(self, replay: Replay, step: StepSeen) -> str:
        """What is said of the step that was made last."""
        raise NotImplementedError

    # -- what a game may say otherwise ----------------------------------------------------------------------

    def draw(self, one: Card) -> Face:
        return face(one)

    def steps(self) -> dict[str, str]:
        """What phases before the play are called in the heading."""
        return {}

    def tags(self, seen: Seen) -> tuple[Tag, ...]:
        """What holds of the hand, beside one's own seat."""
        return ()

    def tone(self, seen: Seen) -> str:
        """How the message stands out; empty for as usual."""
        return ""

    def last_trick(self, seen: Seen, tricks: Sequence[Trick]) -> dict[str, object]:
        """What is shown of the last trick."""
        return last_of(seen, tricks, draw=self.draw)

    def tricks_of(self, view: SeatView, hand: HandSeen) -> tuple[Trick, ...]:
        """The tricks of a finished hand."""
        return self.tricks(replace(view, actions=hand.actions))

    def trick_told(self, seen: Seen, trick: Trick) -> str:
        return told_in_log(seen, trick)

    def before(self, replay: Replay) -> Jump | None:
        """Where what was settled before the first trick can be looked at."""
        return None

    def lying(self, replay: Replay) -> dict[str, object]:
        """What lies open before the first trick."""
        return {}

    def hand_over(self, replay: Replay) -> str:
        return _("The hand is over.") if replay.hand is not None else _("Here the game was given up.")

    def first_book(self, seen: Seen, hand: HandSeen) -> str:
        return ""

    def remark(self, seen: Seen, hand: HandSeen) -> tuple[str, str]:
        """What somebody says of a finished hand, and who."""
        return "", ""

    def has_won(self, game: GameSeen, winner: int, why: str) -> str:
        """Who won a past game and how high."""
        return _("%(who)s won, %(won)s to %(lost)s") % self.win(game, winner)

    def win(self, moment: Moment, winner: int) -> dict[str, str]:
        """Who won and how high, for a sentence."""
        scores = self.scores(moment.view)
        others = sorted((score for side, score in enumerate(scores) if side != winner), reverse=True)
        lost = ", ".join(map(plain_number, others))
        return {"who": self.name_of_side(moment, winner), "won": plain_number(scores[winner]), "lost": lost}

    def won(self, seen: Seen, winner: int, why: str) -> str:
        """Who has just won and how high."""
        words, several = self.win(seen, winner), len(self.seats_of(seen, winner)) > 1
        if self.side_of(seen, seen.seat) == winner:
            told = _("Your side wins, %(won)s to %(lost)s") if several else _("You win, %(won)s to %(lost)s")
        else:
            told = _("%(who)s win, %(won)s to %(lost)s") if several else _("%(who)s wins, %(won)s to %(lost)s")
        return told % words

    # -- sides ----------------------------------------------------------------------------------------------

    def side_of(self, moment: Moment, seat: Seat) -> int:
        return self.rules.side(moment.view.options, seat)

    def is_near(self, moment: Moment, seat: Seat) -> bool:
        return self.side_of(moment, seat) == self.side_of(moment, moment.near)

    def sides_in_order(self, moment: Moment) -> tuple[int, ...]:
        """The near side first, the others clockwise."""
        return tuple(dict.fromkeys(self.side_of(moment, seat) for seat in clockwise(moment)))

    def seats_of(self, moment: Moment, side: int) -> tuple[Seat, ...]:
        return tuple(seat for seat in clockwise(moment) if self.side_of(moment, seat) == side)

    def name_of_side(self, moment: Moment, side: int, *, first: bool = True) -> str:
        return side_name(moment, self.seats_of(moment, side), first=first)

    def side_names(self, moment: Moment) -> tuple[str, ...]:
        return tuple(self.name_of_side(moment, side) for side in self.sides_in_order(moment))

    def strip_name(self, moment: Moment, side: int) -> str:
        """The name of a side where there is little room."""
        if len(self.seats_of(moment, side)) == 1 or moment.own is None or moment.view.hands:
            return self.name_of_side(moment, side)
        return _("Your side") if side == self.side_of(moment, moment.near) else _("Their side")

    # -- how it is put together -------------------------------------------------------------------------------

    def _context(self, seen: Seen, likes: Likes, name: str, notice: str, **parts: object) -> TableContext:
        view = seen.view
        shown = self.shown(
            seats=tuple(self.seat(seen, seat) for seat in clockwise(seen)),
            sides=tuple(self.side(seen, side) for side in self.sides_in_order(seen)),
            target=self.target(view),
            side_names=self.side_names(seen),
            tags=self.tags(seen),
            is_step=bool(view.actions) and view.actions[-1][0] != seen.seat,
            score_lines=self.score_lines(seen, seen.hands),
            log=self.log(seen),
            invitation=self.invitation(view) if name == "first" else "",
            **parts,  # type: ignore[arg-type]
        )
        folder = "table" if name in self.shared else seen.key
        told = context(
            seen,
            likes,
            template=f"games/{folder}/{name}.html",
            phase=name,
            title=self.title(view),
            heading=self._heading(view, name),
            say=notice or self.message(seen),
            more=shown,
            refused=bool(notice),
            variant=str(view.options.get("variant", "")),
            bags_marked=self.bags_marked,
        )
        tone = "" if notice else self.tone(seen)
        return replace(told, tone=tone) if tone else told

    def _heading(self, view: SeatView, name: str) -> str:
        done = sum(trick.is_done for trick in self.tricks(view))
        words = {"game": self.title(view), "n": view.number, "trick": min(done + 1, self.most_tricks)}
        if name == Phase.PLAY:
            return _("%(game)s, hand %(n)s, trick %(trick)s") % words
        if name in self.steps():
            return _("%(game)s, hand %(n)s, %(step)s") % {**words, "step": self.steps()[name]}
        return str(words["game"])

    def _tricks_shown(self, seen: Seen) -> dict[str, object]:
        tricks = self.tricks(seen.view)
        shown = shown_trick(seen, tricks, draw=self.draw) if seen.view.phase is Phase.PLAY else {}
        return {**shown, **self.last_trick(seen, tricks)}

    def log(self, seen: Seen) -> tuple[LogLine, ...]:
        """The hand so far, a line a trick."""
        notes = tuple(LogLine(one) for one in self.settled_notes(seen))
        return (*notes, *(LogLine(self.trick_told(seen, one), one.number) for one in self.tricks(seen.view)))

    def _last_hand(self, seen: Seen, likes: Likes) -> Summary | None:
        """The summary of the last hand; its deal is open once the game is, and until then on the page of the hand."""
        if not seen.hands:
            return None
        last, opened = seen.hands[-1], seen.opened
        told = self.summary(seen, last, opened if opened and opened.number == last.number else None)
        if not likes.remarks:
            return told
        remark, by = self.remark(seen, last)
        return replace(told, remark=remark, remark_by=by)

    def summary(self, seen: Seen, hand: HandSeen, seal: SealSeen | None = None) -> Summary:
        """A finished hand explained; `seal` is its deal where that is to be shown."""
        heading, others = self.headline(seen, hand)
        told = self.tricks_of(seen.view, hand)
        rows = [trick_row(seen, one, is_near=self.is_near(seen, one.ahead), draw=self.draw) for one in told]
        split = len(rows) - by_table(hand)
        return Summary(
            number=hand.number,
            heading=heading,
            sub=" ".join((_("Hand %(n)s.") % {"n": hand.number}, others)).strip(),
            sheet=self.sheet(seen, hand),
            tricks=tuple(rows[:split]),
            auto=tuple(rows[split:]),
            auto_note=claims.told(seen, hand) or played_out(len(rows) - split),
            seal=seal,
            first_book=self.first_book(seen, hand),
        )

    def ending(self, seen: Seen) -> Ending:
        hands = ngettext("%(n)s hand", "%(n)s hands", len(seen.hands)) % {"n": len(seen.hands)}
        about, facts, chart = f"{self.title(seen.view)}, {hands}", self.facts(seen), self.chart(seen)
        if seen.result is None:
            lead = _("It stays in your list. The deal of its last hand can be checked now.")
            return Ending(about, _("You gave this game up"), lead, facts, chart)
        return Ending(about, self._how_it_ended(seen), self.lead(seen), facts, chart)

    def chart(self, seen: Seen) -> Chart | None:
        """The scores of two sides after each hand; None for more sides."""
        scored = [line for line in self.score_lines(seen, seen.hands) if line.cells]
        if len(self.sides_in_order(seen)) != 2:
            return None
        near, far = ([line.cells[side].score for line in scored] for side in (0, 1))
        names = tuple(self.strip_name(seen, side) for side in self.sides_in_order(seen))
        return race(near, far, names=(names[0], names[1]), step=self.race_step)

    def _how_it_ended(self, game: Seen | GameSeen) -> str:
        if game.result is None:
            return _("A game given up") if game.status == Status.ABANDONED else _("The game so far")
        if game.result.winner is None:
            return _("A tie, %(points)s all") % {"points": plain_number(self.scores(game.view)[0])}
        winner, why = game.result.winner, game.result.why or ""
        return self.won(game, winner, why) if isinstance(game, Seen) else self.has_won(game, winner, why)

    def _line(self, replay: Replay, tricks: Sequence[Trick]) -> tuple[str, str]:
        """Where we are, and what was done there."""
        if not replay.done:
            return _("As dealt."), self.dealt(replay)
        step, where = replay.done[-1], _("Before the first trick.")
        if step.action.verb == "play":
            where = _("Trick %(n)s of %(all)s.") % {"n": len(tricks), "all": self.most_tricks}
        said = [self.step(replay, step)]
        if step.by_table:
            said.append(_("Played out by the table."))
        if replay.is_over:
            said.append(self.hand_over(replay))
        return where, " ".join(said)
