"""From what somebody may see of a game to what templates show: the table, a finished hand, a replay, a past game.

What all games of tricks do alike stands here; each game says what is its own. The table and the replay are one thing:
a moment of the game, seen by a seat or with all hands open.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Refusal
from games.engine.cards import Card
from games.engine.flow import LAST
from games.engine.state import Phase, Seat, SeatView
from games.snapshot import PlayedGame, PlayedHand, Replay, ReplayStep, SealSnapshot, Snapshot
from games.viewmodel import onlooking
from games.viewmodel.cards import Face, Preferences, face
from games.viewmodel.race import Ending, Race, ended_early, race, tie, unfinished
from games.viewmodel.refusals import Refused, refusal_sentence
from games.viewmodel.replay import (
    Jump,
    ReplayContext,
    ReviewContext,
    ReviewShown,
    against,
    auto_note,
    cut_short,
    hand_over,
    replay_context,
)
from games.viewmodel.seats import Moment, SeatShown, SideShown, clockwise, idle, name_in
from games.viewmodel.sheet import ScoreCell, ScoreLine, Sheet, Summary
from games.viewmodel.sides import Sides
from games.viewmodel.table import LogLine, TableContext, TableShown, Tag, context
from games.viewmodel.tricks import (
    Draw,
    Trick,
    as_in_log,
    by_table,
    claimed,
    is_play,
    last_of,
    played_out,
    shown_trick,
    trick_jumps,
    trick_row,
)
from games.viewmodel.words import Words, plain_number

#: Phases of a hand that are drawn by the template of all games.
SHARED: Final = frozenset({"play", "first", "between", "over", "hand"})
PASSING: Final = "games/table/passing.html"


def _nothing(*moment: object) -> dict[str, object]:
    return {}


def _says_nothing(*moment: object) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class TrickPresenter(Sides):
    """A game of tricks as its pages show it: what it says of itself, and what it may say otherwise than others.

    `shown` is the class of what its templates show; games with controls of their own add fields. `race_step` is the
    length of a step between two lines of the drawing of its scores, `most_tricks` the tricks of a whole hand.
    """

    shown: type[TableShown] = TableShown
    bags_marked: bool = False
    race_step: int = 100
    most_tricks: int = 13
    #: What the game is called, with its variant where it has some; and what is played, before the first deal.
    title: Callable[[SeatView], str]
    invitation: Callable[[SeatView], str]
    #: The points that are played for.
    target: Callable[[SeatView], int]
    #: The tricks of the hand in order, the open one last.
    tricks: Callable[[SeatView], tuple[Trick, ...]]
    #: A seat, with whether it is of the near side; and a side, with what it is called where there is little room.
    seat: Callable[[Moment, Seat, bool], SeatShown]
    side: Callable[[Moment, int, str], SideShown]
    #: The sentence for the state of a hand in play, and what the log tells of it before its first trick.
    message: Callable[[Snapshot], str]
    settled: Callable[[Snapshot], list[str]]
    #: One's own hand and what may be chosen now, as fields of `shown`.
    in_hand: Callable[[Snapshot, Preferences], Mapping[str, object]]
    #: The sentences of refusals that the game words itself, by their codes.
    refused: Refused
    #: Where the points of a finished hand came from; why it was not scored (empty where it was), else what it was for a
    #: side in the list of scores; and how it went for both.
    sheet: Callable[[Moment, PlayedHand], Sheet]
    unscored: Callable[[Moment, PlayedHand], str]
    cell: Callable[[Moment, PlayedHand, int], ScoreCell]
    headline: Callable[[Snapshot, PlayedHand], tuple[str, str]]
    #: Why the game ended as it did, and the game in numbers: name, value, and a small addition.
    lead: Callable[[Snapshot], str]
    facts: Callable[[Snapshot], tuple[tuple[str, str, str], ...]]
    #: What is said of a hand as dealt, and of each step by its verb.
    dealt: Callable[[Replay], str]
    said: Mapping[str, Callable[[Replay, ReplayStep], str]]

    draw: Callable[[Card], Face] = face
    #: Phases that are drawn as a choice, by the template of all games, and what phases are called in the heading.
    choices: Collection[str] = ()
    steps: Mapping[str, Words] = field(default_factory=dict)
    #: What holds of the hand, beside one's own seat.
    tags: Callable[[Snapshot], tuple[Tag, ...]] = lambda snapshot: ()
    #: How the message stands out; empty for as usual.
    tone: Callable[[Snapshot], str] = _says_nothing
    #: What whoever only looks on is told, where the usual sentence does not tell it.
    for_onlookers: Callable[[Snapshot], str] = _says_nothing
    #: Fields of `shown` in every phase.
    always: Callable[[Snapshot], Mapping[str, object]] = _nothing
    #: What is shown of the last trick; a trick in the log, and what the log tells after all of them.
    last_trick: Callable[[Snapshot, Sequence[Trick], Draw], dict[str, object]] = last_of
    trick_sentence: Callable[[Snapshot, Trick], str] = as_in_log
    notes_after: Callable[[Snapshot], list[str]] = lambda snapshot: []
    #: The tricks of a finished hand, where its own actions do not tell them.
    tricks_of: Callable[[PlayedHand], tuple[Trick, ...]] | None = None
    #: The cards of a finished hand that were put aside, where they count as a trick.
    first_book: Callable[[Snapshot, PlayedHand], str] = _says_nothing
    #: What somebody says of a finished hand, and who.
    remark: Callable[[Snapshot, PlayedHand], tuple[str, str]] = lambda snapshot, hand: ("", "")
    #: Who won and how high, where the usual sentence does not tell it; from the words for it.
    won: Callable[[Snapshot | PlayedGame, Mapping[str, str]], str] = _says_nothing
    #: In a replay: where its line stands, if not within a trick; the step before the tricks; what lies open there.
    where: Callable[[Replay], str] = _says_nothing
    before: Callable[[Replay], Jump | None] = lambda replay: None
    lying: Callable[[Replay], Mapping[str, object]] = _nothing
    hand_over: Callable[[Replay], str] = hand_over

    # -- the pages --------------------------------------------------------------------------------------

    def table(self, snapshot: Snapshot, *, preferences: Preferences, notice: str) -> TableContext:
        name, parts = onlooking.stage(snapshot), dict[str, object]()
        if snapshot.own is None:
            return self._looked_on(snapshot, preferences, name)
        if name in onlooking.RESTING:
            parts["summary"] = self._last_hand(snapshot, preferences)
            if name == "over":
                parts |= {"ending": self.ending(snapshot), "opened": snapshot.unfinished}
        elif snapshot.is_passing:
            trick = shown_trick(snapshot, self.tricks(snapshot.view), draw=self.draw)
            return replace(self._context(snapshot, preferences, "play", notice, **trick), template=PASSING)
        else:
            parts = {**self._tricks_shown(snapshot), **self.in_hand(snapshot, preferences)}
        return self._whole(snapshot, preferences, name, notice, **parts)

    def hand(
        self, snapshot: Snapshot, hand: PlayedHand, seal: SealSnapshot | None, *, preferences: Preferences
    ) -> TableContext:
        return self._whole(snapshot, preferences, "hand", "", summary=self.summary(snapshot, hand, seal))

    def replay(self, replay: Replay) -> ReplayContext:
        tricks, every = self.tricks(replay.view), self.tricks(replay.views[-1])
        where, say = self._line(replay, tricks)
        return replay_context(
            replay,
            template="games/replay/table.html",
            title=self.title(replay.view),
            heading=_("Replay of hand %(n)s: all hands open") % {"n": replay.number},
            where=where,
            say=say,
            bags_marked=self.bags_marked,
            tricks=trick_jumps(replay, every, here=len(tricks), is_near=lambda seat: self.is_near(replay, seat)),
            before=self.before(replay),
            auto_note=auto_note(replay),
            points=self.sheet(replay.game, replay.hand) if replay.is_over and replay.hand is not None else None,
            more=TableShown(
                seats=self._seats(replay),
                sides=self._sides(replay),
                target=self.target(replay.view),
                **(shown_trick(replay, tricks, draw=self.draw) if tricks else self.lying(replay)),  # type: ignore[arg-type]
            ),
        )

    def review(self, game: PlayedGame) -> ReviewContext:
        names = self.side_names(game)
        return ReviewContext(
            template="games/replay/game.html",
            title=self.title(game.view),
            heading=self._how_it_ended(game),
            about=against(tuple(self.name_of_side(game, side, first=False) for side in self.sides_in_order(game))),
            parted=_("Hand by hand"),
            numbers=game.numbers,
            more=ReviewShown(names, self._score_lines(game), cut_short(game)),
        )

    def how_far(self, done: int) -> str:
        return _("trick %(n)s of %(all)s") % {"n": min(done + 1, self.most_tricks), "all": self.most_tricks}

    def in_short(self, game: PlayedGame, hand: PlayedHand) -> str:
        line = self._score_line(game, hand)
        return "; ".join(line.cells[0].notes) if line.cells else line.note

    def in_a_sentence(self, snapshot: Snapshot) -> str:
        heading, others = self.headline(snapshot, snapshot.hands[-1])
        return f"{heading}. {others}".strip()

    def why(self, snapshot: Snapshot, refusal: Refusal) -> str:
        return refusal_sentence(snapshot, refusal, self.refused)

    # -- how it is put together -------------------------------------------------------------------------------

    def _looked_on(self, snapshot: Snapshot, preferences: Preferences, name: str) -> TableContext:
        """For somebody without a seat."""
        parts = dict[str, object]()
        if name == "over":
            heading, about = self._how_it_ended(snapshot), self.title(snapshot.view)
            parts["ending"] = Ending(about, heading, "", (), self.chart(snapshot))
        elif name == "between":
            parts["summary"] = self.summary(snapshot, snapshot.hands[-1])
        elif name != "first":
            parts = self._tricks_shown(snapshot)
        return self._whole(snapshot, preferences, name, "", **parts)

    def _seats(self, moment: Moment) -> tuple[SeatShown, ...]:
        """Clockwise from the near one; where the rest of a past hand is known, with the tricks each will have."""
        shown = {seat: self.seat(moment, seat, self.is_near(moment, seat)) for seat in clockwise(moment)}
        if not isinstance(moment, Replay) or moment.is_over or moment.hand is None:
            return tuple(shown.values())
        won = [trick.winner for trick in self.tricks(moment.views[-1])]
        ends = {seat: _("ends with %(n)s") % {"n": won.count(seat)} if won else "" for seat in shown}
        return tuple(replace(one, ends=ends[seat]) for seat, one in shown.items())

    def _sides(self, moment: Moment) -> tuple[SideShown, ...]:
        return tuple(self.side(moment, side, self.strip_name(moment, side)) for side in self.sides_in_order(moment))

    def _whole(
        self, snapshot: Snapshot, preferences: Preferences, name: str, notice: str, **parts: object
    ) -> TableContext:
        if not snapshot.is_followed:
            parts |= {"score_lines": self._score_lines(snapshot), "log": self._log(snapshot)}
        return self._context(snapshot, preferences, name, notice, **parts)

    def _context(
        self, snapshot: Snapshot, preferences: Preferences, name: str, notice: str, **parts: object
    ) -> TableContext:
        view = snapshot.view
        shown = self.shown(
            seats=self._seats(snapshot),
            sides=self._sides(snapshot),
            target=self.target(view),
            side_names=self.side_names(snapshot),
            tags=self.tags(snapshot),
            is_step=snapshot.is_step,
            invitation=self.invitation(view) if name == "first" else "",
            **self.always(snapshot),  # type: ignore[arg-type]
            **parts,  # type: ignore[arg-type]
        )
        found = context(
            snapshot,
            preferences,
            template=onlooking.template_of(name) if snapshot.own is None else self.template_of(snapshot.key, name),
            phase=name,
            title=self.title(view),
            heading=self._heading(view, name),
            say=notice or self._say(snapshot),
            more=shown,
            refused=bool(notice),
            variant=str(view.options.get("variant", "")),
            bags_marked=self.bags_marked,
        )
        tone = "" if notice or snapshot.own is None else self.tone(snapshot)
        return replace(found, tone=tone) if tone else found

    def _say(self, snapshot: Snapshot) -> str:
        if snapshot.own is None:
            usual = onlooking.message(snapshot, self.tricks(snapshot.view))
            return " ".join(one for one in (self.for_onlookers(snapshot), usual) if one)
        if said := idle(snapshot):
            return f"{onlooking.happened(snapshot, self.tricks(snapshot.view))} {said}".strip()
        return self.message(snapshot)

    def template_of(self, key: str, name: str) -> str:
        """What draws the game of that key in a phase, or before, between and after its hands."""
        if name in SHARED:
            return f"games/table/{name}.html"
        return "games/table/choice.html" if name in self.choices else f"games/{key}/{name}.html"

    def _heading(self, view: SeatView, name: str) -> str:
        done = sum(trick.is_done for trick in self.tricks(view))
        words = {"game": self.title(view), "n": view.number, "trick": min(done + 1, self.most_tricks)}
        if name == Phase.PLAY:
            return _("%(game)s, hand %(n)s, trick %(trick)s") % words
        if name in self.steps:
            return _("%(game)s, hand %(n)s, %(step)s") % {**words, "step": self.steps[name]}
        return str(words["game"])

    def _tricks_shown(self, snapshot: Snapshot) -> dict[str, object]:
        tricks = self.tricks(snapshot.view)
        shown = shown_trick(snapshot, tricks, draw=self.draw) if snapshot.view.phase is Phase.PLAY else {}
        return {**shown, **self.last_trick(snapshot, tricks, self.draw)}

    def _log(self, snapshot: Snapshot) -> tuple[LogLine, ...]:
        """The hand so far, a line a trick."""
        before, after = (tuple(map(LogLine, notes(snapshot))) for notes in (self.settled, self.notes_after))
        tricks = (LogLine(self.trick_sentence(snapshot, one), one.number) for one in self.tricks(snapshot.view))
        return *before, *tricks, *after

    def _score_lines(self, game: Snapshot | PlayedGame) -> tuple[ScoreLine, ...]:
        return tuple(self._score_line(game, hand) for hand in game.hands)

    def _score_line(self, moment: Moment, hand: PlayedHand) -> ScoreLine:
        if why := self.unscored(moment, hand):
            return ScoreLine(hand.number, note=why)
        return ScoreLine(hand.number, tuple(self.cell(moment, hand, side) for side in self.sides_in_order(moment)))

    def _last_hand(self, snapshot: Snapshot, preferences: Preferences) -> Summary | None:
        """The summary of the last hand; its deal is open once the game is, and until then on the page of the hand."""
        if not snapshot.hands:
            return None
        last, opened = snapshot.hands[-1], snapshot.opened
        summary = self.summary(snapshot, last, opened if opened and opened.number == last.number else None)
        if not preferences.remarks:
            return summary
        remark, by = self.remark(snapshot, last)
        return replace(summary, remark=remark, remark_by=by)

    def summary(self, snapshot: Snapshot, hand: PlayedHand, seal: SealSnapshot | None = None) -> Summary:
        """A finished hand explained; `seal` is its deal where that is to be shown."""
        heading, others = self.headline(snapshot, hand) if snapshot.own is not None else (_("The hand is over"), "")
        view = replace(snapshot.view, actions=hand.actions)
        tricks = self.tricks(view) if self.tricks_of is None else self.tricks_of(hand)
        rows = [trick_row(snapshot, one, is_near=self.is_near(snapshot, one.ahead), draw=self.draw) for one in tricks]
        split, is_void = len(rows) - by_table(hand), self.rules.is_void(hand.record)
        where = _("This deal does not count.") if is_void else _("Hand %(n)s.") % {"n": hand.number}
        return Summary(
            number=hand.number,
            heading=heading,
            sub=f"{where} {others}".strip(),
            sheet=self.sheet(snapshot, hand),
            players=tuple(name_in(snapshot, seat) for seat in clockwise(snapshot)),
            tricks=tuple(rows[:split]),
            auto=tuple(rows[split:]),
            auto_note=claimed(snapshot, hand) or played_out(len(rows) - split),
            seal=seal,
            first_book=self.first_book(snapshot, hand),
            is_void=is_void,
        )

    def ending(self, snapshot: Snapshot) -> Ending:
        played = sum(not self.rules.is_void(hand.record) for hand in snapshot.hands)
        hands = ngettext("%(n)s hand", "%(n)s hands", played) % {"n": played}
        about, facts, chart = f"{self.title(snapshot.view)}, {hands}", self.facts(snapshot), self.chart(snapshot)
        if snapshot.result is None:
            lead = _("It stays in your list. The deal of its last hand can be checked now.")
            heading, lead = ended_early(snapshot, _("You gave this game up"), lead)
            return Ending(about, heading, lead, facts, chart)
        is_last = snapshot.result.why == LAST  # no score has ended it, so no game can say which did
        lead = _("The game was to stop with this hand.") if is_last else self.lead(snapshot)
        return Ending(about, self._how_it_ended(snapshot), lead, facts, chart)

    def chart(self, snapshot: Snapshot) -> Race | None:
        """The scores of two sides after each hand; None for more sides."""
        scored = [line for line in self._score_lines(snapshot) if line.cells]
        if len(self.sides_in_order(snapshot)) != 2:
            return None
        near, far = ([line.cells[side].score for line in scored] for side in (0, 1))
        names = tuple(self.strip_name(snapshot, side) for side in self.sides_in_order(snapshot))
        return race(near, far, names=(names[0], names[1]), step=self.race_step)

    def _how_it_ended(self, game: Snapshot | PlayedGame) -> str:
        if game.result is None:
            return unfinished(game, _("A game given up"), _("The game so far"))
        if game.result.winner is None:
            return tie(self.scores(game.view))
        words = self._win(game, game.result.winner)
        own = self.won(game, words)
        if own or not isinstance(game, Snapshot) or game.own is None:
            return own or _("%(who)s won, %(won)s to %(lost)s") % words
        several = len(self.seats_of(game, game.result.winner)) > 1
        if self.side_of(game, game.seat) == game.result.winner:
            sentence = _("Your side wins, %(won)s to %(lost)s") if several else _("You win, %(won)s to %(lost)s")
        else:
            sentence = _("%(who)s win, %(won)s to %(lost)s") if several else _("%(who)s wins, %(won)s to %(lost)s")
        return sentence % words

    def _win(self, moment: Moment, winner: int) -> dict[str, str]:
        """Who won and how high, for a sentence."""
        scores = self.scores(moment.view)
        others = sorted((score for side, score in enumerate(scores) if side != winner), reverse=True)
        lost = ", ".join(map(plain_number, others))
        return {"who": self.name_of_side(moment, winner), "won": plain_number(scores[winner]), "lost": lost}

    def _line(self, replay: Replay, tricks: Sequence[Trick]) -> tuple[str, str]:
        """Where we are, and what was done there."""
        if not replay.done:
            return _("As dealt."), self.dealt(replay)
        step, where = replay.done[-1], self.where(replay) or _("Before the first trick.")
        if is_play(step.action):
            where = _("Trick %(n)s of %(all)s.") % {"n": len(tricks), "all": self.most_tricks}
        said = [self.said[step.action.verb](replay, step)]
        if step.by_table:
            said.append(_("Played out by the table."))
        if replay.is_over:
            said.append(self.hand_over(replay))
        return where, " ".join(said)
