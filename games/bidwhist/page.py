"""The base of all pages of Bid Whist, a finished hand on any of them, steps of a replay, and past games."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.bidwhist.legal import counted, first_book
from games.bidwhist.score import BOOKS, Contract, Direction, HandLine, Pair, find_bid
from games.bidwhist.state import BOOK, CALL, CONFIRM, PASS, PLAY, SEATS, TRICKS, BidWhistView, Called, side_of
from games.bidwhist.words import (
    NOBODY_BID,
    books_sentence,
    call_words,
    contract_words,
    in_order,
    renege_sentence,
    side_books,
    tricks_of,
)
from games.engine.actions import cards_in, tuple_of
from games.engine.cards import Card, Suit
from games.engine.state import Phase, Seat, SeatView, plus
from games.engine.tricks import next_seat
from games.pages.cards import Face, face
from games.pages.game_page import TrickPage
from games.pages.past_pages import TrickPast, TrickReplay
from games.pages.scores import ScoreBreakdown, ScoreCell, SumRow, TrickHand, sum_row
from games.pages.seats import SeatShown, SideShown, deals, doing, seat_shown, sentence_on
from games.pages.tricks import Jump, ShownTrick, replayed_play
from games.pages.words import SUITS, points_said, the_card, tricks
from games.snapshot import PlayedHand, ReplayStep

#: Phases in which tricks are played or reviewed, and all phases of a hand.
PLAYED = (Phase.PLAY, Phase.REVIEW)
IN_HAND = (Phase.BID, Phase.NAME, Phase.DISCARD, Phase.JOKERS, *PLAYED)


def contract_of(hand: PlayedHand) -> Contract | None:
    """Return the contract with its trump or direction; None for a passed-out hand."""
    record = hand.record
    bid = find_bid(record.get("contract"))
    if bid is None:
        return None
    trump = Suit(str(record["trump"])) if "trump" in record else None
    direction = Direction(str(record["direction"])) if "direction" in record else None
    return Contract(bid, cast(int, record["declarer"]), trump, direction)


class BidWhistHand(TrickHand):
    @cached_property
    def contract(self) -> Contract | None:
        return contract_of(self.hand)

    @cached_property
    def score(self) -> HandLine:
        return HandLine.of(self.hand.sheet)

    @property
    def played(self) -> tuple[ShownTrick, ...]:
        return tricks_of(self.hand.actions, self.contract)

    @property
    def unscored(self) -> str:
        return _("everyone passed") if self.contract is None else ""

    def cell(self, side: int) -> ScoreCell:
        """Return a side's cell in the table of scores. Only the declarer's side scores points in a hand."""
        books, score = (cast(Pair, self.hand.record[key])[side] for key in ("books", "score"))
        note = side_books(books, self.contract, side)
        if self.contract is None or side != self.contract.side:
            return ScoreCell(0, score, (note,))
        words = {"who": self.named(self.contract.declarer), "contract": contract_words(self.contract)}
        return ScoreCell(self.score.points, score, (_("%(who)s: %(contract)s") % words, note))

    @property
    def headline(self) -> tuple[str, str]:
        """The result of the contract, whichever side declared it; the second text is always empty."""
        contract, near = self.contract, self.moment.near
        if contract is None:
            return _("Everyone passed"), ""
        made, fell = _("%(side)s made %(contract)s"), _("%(side)s were set at %(contract)s")
        if contract.declarer == near:
            made, fell = _("You made %(contract)s"), _("You were set at %(contract)s")
        elif contract.side == side_of(near):
            made, fell = _("Your side made %(contract)s"), _("Your side was set at %(contract)s")
        words = {"side": self.page.side_name(contract.side), "contract": contract_words(contract)}
        return (made if self.score.is_made else fell) % words, ""

    @property
    def first_book(self) -> str:
        contract, lying = self.contract, first_book(self.hand.actions)
        if contract is None or not lying:
            return ""
        words = {"name": self.named(contract.declarer), "cards": " ".join(f"[{one}]" for one in lying)}
        if contract.declarer == self.moment.own:
            return _("Book 1 (your discards): %(cards)s") % words
        return _("Book 1 (%(name)s’s discards): %(cards)s") % words

    # -- sources of the points (section 9) ------------------------------------------------------------------

    @property
    def sheet(self) -> ScoreBreakdown:
        if self.contract is None:
            return ScoreBreakdown(note=_("The next dealer deals."))
        now = cast(Pair, self.hand.record["score"])
        note = _("All thirteen books: a Boston.") if self.score.is_boston else ""
        sides = self.page.sums(now, plus(now, self.contract.side, -self.score.points))
        return ScoreBreakdown(sides, tuple(self._rows(self.contract)), note)

    def _rows(self, contract: Contract) -> Iterator[SumRow]:
        """Yield a row for each source of points. Doubling and calls of reneges have a row only if they occurred."""

        def row(title: str, text: str, points: int, notes: Sequence[str] = ()) -> SumRow:
            return sum_row(title, text, [points if side == contract.side else 0 for side in order], notes)

        order, line, books = self.page.side_order, self.score, cast(Pair, self.hand.record["books"])
        notes = [side_books(books[side], contract, side) for side in order]
        yield row(_("Contract"), self._books_text, line.single, notes)
        if line.is_doubled:
            yield row(_("No trump"), _("No trump counts double, won or lost."), line.single)
        if self.hand.sheet["calls"]:
            yield row(_("Reneges"), self._reneges_text(contract), 0)

    @property
    def _books_text(self) -> str:
        line = self.score
        words = {"tricks": tricks(line.tricks), "books": books_sentence(line.before_calls), "after": str(line.books)}
        words["promised"] = str(line.promised)
        if line.before_calls == line.books:
            return _("%(tricks)s and the kitty: %(books)s; the bid was %(promised)s.") % words
        text = _("%(tricks)s and the kitty: %(books)s; after the calls, %(after)s. The bid was %(promised)s.")
        return text % words

    def _reneges_text(self, contract: Contract) -> str:
        """Return the sentences on all calls and on the books that changed sides.

        A side gives up at most the books it has, so fewer books can move than the penalties add up to.
        """
        calls = cast("tuple[tuple[int, int | None, bool], ...]", self.hand.sheet["calls"])
        sentences = [renege_sentence(self.moment, Called(*one)) for one in calls]
        moved = self.score.books - self.score.before_calls
        to = contract.side if moved > 0 else 1 - contract.side
        return " ".join([*sentences, self._moved(to, abs(moved)) if moved else _("No books changed sides.")])

    def _moved(self, side: int, count: int) -> str:
        words = {"n": count, "side": self.page.side_name(side, first=False)}
        if self.moment.own is None:
            return ngettext("%(n)s book went to %(side)s.", "%(n)s books went to %(side)s.", count) % words
        if side == side_of(self.moment.own):
            return ngettext("%(n)s book went to your side.", "%(n)s books went to your side.", count) % words
        return ngettext("%(n)s book went to their side.", "%(n)s books went to their side.", count) % words


class BidWhistPage(TrickPage):
    most_tricks = TRICKS
    race_step = 5
    hand_page = BidWhistHand

    @cached_property
    def now(self) -> BidWhistView:
        """The view that the page shows: the near seat's or a spectator's."""
        return BidWhistView.of(self.moment.view)

    @property
    def name(self) -> str:
        return _("Bid Whist")

    @property
    def target(self) -> int:
        return self.now.terms.win_score

    @property
    def contract(self) -> Contract | None:
        return self.now.table.played

    def tricks_of(self, view: SeatView) -> tuple[ShownTrick, ...]:
        return tricks_of(view.actions, BidWhistView.of(view).table.played)

    def calls_said(self, view: BidWhistView, *, first: bool = False) -> str:
        """Return all calls in order, joined by commas. `first`: the text starts a sentence."""
        said = []
        for place, (seat, call) in enumerate(view.table.calls):
            words = {"name": self.named(seat, first=first and not place), "call": call_words(call)}
            passes = _("%(name)s pass") if seat == self.moment.own else _("%(name)s passes")
            said.append((passes if call == PASS else _("%(name)s %(call)s")) % words)
        return ", ".join(said)

    def side(self, side: int, name: str) -> SideShown:
        """Return a side of the score strip. The points of a hand are added to the score at its end (section 9)."""
        view = self.now
        points = view.table.score[side]
        count = view.table.books[side] if view.hands else counted(view, side)
        books, more = books_sentence(count), ""
        if view.hands:
            more = side_books(count, self.contract, side)
        elif self.contract is not None and view.phase in IN_HAND:
            more = self._aim(self.contract, side, count)
            books = f"{books}, {more}"
        words = {"side": self.side_name(side), "points": points_said(points), "books": books}
        return SideShown(name, points, more, _("%(side)s: %(points)s, %(books)s.") % words)

    def _aim(self, contract: Contract, side: int, count: int) -> str:
        is_declarers = contract.side == side
        aim = contract.bid.promised if is_declarers else contract.bid.to_set
        words = {"books": count, "aim": aim}
        if count >= aim and is_declarers:
            return _("made, %(books)s of %(aim)s") % words
        if count >= aim:
            return _("set it, %(books)s of %(aim)s") % words
        if sum(self.now.table.books) == BOOKS:
            return _("%(books)s of %(aim)s") % words
        if is_declarers:
            return _("%(books)s of %(aim)s books") % words
        return _("%(books)s of %(aim)s to set") % words

    def seat(self, seat: Seat) -> SeatShown:
        """Return a seat. Its cards, if they are shown, are sorted by their rank in this contract."""
        view = self.now
        said = next((call_words(call) for by, call in view.table.calls if by == seat), "")
        won = sum(trick.winner == seat for trick in self.tricks)
        words = {"name": self.named(seat), "call": said or pgettext("Bid Whist", "no bid yet"), "tricks": tricks(won)}
        spoken = _("%(name)s: %(call)s, %(tricks)s.") if view.phase in PLAYED else _("%(name)s: %(call)s.")
        shown = seat_shown(
            self.moment,
            seat,
            is_near=self.is_near(seat),
            is_dealer=seat == view.table.dealer,
            took=won,
            note=self._past_note(said, won) if view.hands else self._note(seat, said, won),
            spoken=spoken % words,
        )
        if not view.hands:
            return shown
        return replace(shown, cards=tuple(map(face, in_order(view.hands[seat], self.contract, spades_first=True))))

    def _past_note(self, said: str, won: int) -> str:
        """Return the note at a seat whose cards are open: its call and, if there is a contract, its tricks."""
        if not said or self.now.table.contract is None:
            return said or pgettext("Bid Whist", "no bid yet")
        return _("%(call)s · %(tricks)s") % {"call": said, "tricks": tricks(won)}

    def _note(self, seat: Seat, said: str, won: int) -> str:
        """Return the note at a seat: in the play its tricks; before that its call, its turn to bid or its deal."""
        view = self.now
        if view.phase in PLAYED:
            is_declarer = seat == view.table.declarer
            return _("declarer · %(tricks)s") % {"tricks": tricks(won)} if is_declarer else tricks(won)
        if said or view.phase is not Phase.BID:
            return said
        if seat in view.waits_for:
            bidding = pgettext("Bid Whist", "is bidding")
            return pgettext("Bid Whist", "your bid") if seat == self.moment.own else doing(self.moment, seat, bidding)
        if seat != view.table.dealer:
            return ""
        return _("you deal") if seat == self.moment.own else _("deals")


class BidWhistReplay(BidWhistPage, TrickReplay):
    @cached_property
    def earlier(self) -> BidWhistView:
        return BidWhistView.of(self.replay.views[self.back])

    @property
    def as_dealt(self) -> str:
        dealer = self.now.table.dealer
        first = sentence_on(self.moment, next_seat(dealer), _("You bid first."), _("%(name)s bids first."))
        return f"{deals(self.moment, dealer)} {first}"

    @property
    def place(self) -> str:
        is_of_review = self.replay.done[-1].action.verb in (CALL, BOOK, CONFIRM)
        return _("Review of the tricks.") if is_of_review else super().place

    @property
    def hand_over(self) -> str:
        is_void = self.replay.hand is not None and self.contract is None
        return str(NOBODY_BID) if is_void else super().hand_over

    def said(self, step: ReplayStep) -> str:
        def on(own: str, other: str, **words: object) -> str:
            return sentence_on(self.moment, step.seat, own, other, **words)

        match step.action.verb:
            case "bid" | "pass":
                return self._called(step)
            case "trump":
                suit = SUITS[Suit(str(step.action.argument))]
                named = on(_("You named %(suit)s."), _("%(name)s named %(suit)s."), suit=suit)
                return " ".join([named, *self._kitty_taken()])
            case "direction":
                named = on(_("You named down: ace, two, three …"), _("%(name)s named down: ace, two, three …"))
                if step.action.argument == Direction.UP:
                    named = on(_("You named up: ace, king, queen …"), _("%(name)s named up: ace, king, queen …"))
                return " ".join([named, *self._kitty_taken()])
            case "discard":
                count = len(first_book(self.view.actions))
                return on(
                    _("You discarded %(n)s cards, the first book."),
                    _("%(name)s discarded %(n)s cards, the first book."),
                    n=count,
                )
            case "joker":
                return self._turned_in(step)
            case "call":
                return on(
                    _("You called a renege, so all tricks are checked."),
                    _("%(name)s called a renege, so all tricks are checked."),
                )
            case "book":
                return renege_sentence(self.moment, self.now.called[-1])
            case "confirm":
                return on(_("You confirmed the hand."), _("%(name)s confirmed the hand."))
        is_renege = len(self.now.reneges) > len(self.earlier.reneges)
        return replayed_play(self.replay, self.tricks[-1], *([_("That was a renege.")] if is_renege else []))

    def _called(self, step: ReplayStep) -> str:
        own, other = pgettext("Bid Whist", "You bid %(bid)s."), pgettext("Bid Whist", "%(name)s bid %(bid)s.")
        if step.action.verb == "pass":
            own, other = _("You passed."), _("%(name)s passed.")
        said = [sentence_on(self.moment, step.seat, own, other, bid=call_words(str(step.action.argument)))]
        declarer = self.now.table.declarer
        if len(self.now.table.calls) == len(SEATS) and declarer is not None:
            won = sentence_on(self.moment, declarer, _("You won the auction."), _("%(name)s won the auction."))
            said.append(won)
        return " ".join([*said, *self._kitty_taken()])

    def _kitty_taken(self) -> list[str]:
        """Return a list with the sentence on the kitty if the declarer took it in this step, else []."""
        declarer = self.now.table.declarer
        if declarer is None or self.now.kitty or not self.earlier.kitty:
            return []
        return [sentence_on(self.moment, declarer, _("You took the kitty."), _("%(name)s took the kitty."))]

    def _turned_in(self, step: ReplayStep) -> str:
        """Return the sentence on the exchange of a joker (section 7.3)."""
        seat, *cards = tuple_of(step.action.argument)
        joker, one = cards_in(tuple(cards))
        if not isinstance(seat, int):
            return ""
        own = _("You turned in %(joker)s and drew %(card)s.")
        other = _("%(name)s turned in %(joker)s and drew %(card)s.")
        return sentence_on(self.moment, seat, own, other, joker=the_card(joker), card=the_card(one))

    # -- cards beside the trick -----------------------------------------------------------------------------

    @property
    def _beside(self) -> tuple[tuple[Card, ...], str]:
        """The cards shown before the first trick, and their title: the kitty until it is taken, then the discard."""
        if self.tricks:
            return (), ""
        if self.now.kitty:
            return self.now.kitty, _("The kitty")
        if self.earlier.kitty:
            return self.earlier.kitty, _("The kitty, taken")
        return cards_in(first_book(self.now.actions)), _("Discards, the first book")

    @property
    def passed(self) -> tuple[Face, ...]:
        return tuple(map(face, self._beside[0]))

    @property
    def passed_name(self) -> str:
        return self._beside[1]

    @property
    def opening(self) -> Jump | None:
        """The link to the step before the first card; its text has bids, contract, discard. None without a discard."""
        last = BidWhistView.of(self.replay.views[-1])
        contract, discard = last.table.played, cards_in(first_book(last.actions))
        if contract is None or not discard:
            return None
        plays = (number for number, step in enumerate(self.replay.steps) if step.action.verb == PLAY)
        words = {
            "calls": self.calls_said(last),
            "who": self.named(contract.declarer),
            "contract": contract_words(contract),
            "cards": " ".join(f"[{one}]" for one in discard),
        }
        text = _("Bids: %(calls)s. %(who)s played %(contract)s. Discards: %(cards)s") % words
        return Jump(text, next(plays, self.last))


class BidWhistPast(BidWhistPage, TrickPast):
    """A past game of Bid Whist."""
