"""The base page of a live game's table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.company import Company
from games.engine.actions import texts
from games.engine.state import DEALER
from games.pages import company, moves
from games.pages.cards import DisplayPreferences
from games.pages.company import CompanyShown
from games.pages.game_page import GamePage
from games.pages.scores import GameSummary
from games.pages.seats import clockwise, turn_sentence, with_people
from games.pages.words import Words, listed, tricks
from games.snapshot import PlayedHand, SealSnapshot, Snapshot, Status

if TYPE_CHECKING:
    from games.cardgame import CardGame


#: Stages without a hand in play.
RESTING: Final = ("first", "between", "over")


@dataclass(frozen=True, slots=True)
class Choosing:
    """A decision practised at a table: the URL to which the choice is posted, and the sentence.

    `version` is the number of earlier answers to this position. Once the choice is made, `version` is the table's, and
    `chosen` and `best` are the cards of the choice and of the best choice.
    """

    action_url: str
    say: str
    version: int
    is_made: bool = False
    chosen: tuple[str, ...] = ()
    best: tuple[str, ...] = ()


class TablePage(GamePage):
    """The table of a live game as a seat or a spectator sees it, or one of the game's finished hands.

    `notice` says why an action was refused. `token` is that of the spectator's link. `finished` is the finished hand
    that the page shows, `proof` the proof of its deal if shown. `choosing` is a decision practised at the table.
    """

    snapshot: Snapshot
    #: The game's own sentences for refusals, by code.
    refused: ClassVar[Mapping[str, Words]] = {}
    otherwise: Words = gettext_lazy("You can’t do that at this point in the hand.")

    def __init__(
        self,
        game: "CardGame",
        snapshot: Snapshot,
        preferences: DisplayPreferences,
        *,
        notice: str = "",
        token: str = "",
        finished: PlayedHand | None = None,
        proof: SealSnapshot | None = None,
        choosing: Choosing | None = None,
    ) -> None:
        super().__init__(game, snapshot)
        self.snapshot, self.preferences, self.notice, self.token = snapshot, preferences, notice, token
        self.finished, self.proof, self.choosing = finished, proof, choosing
        #: Whether this is the player's own live table, with hints, questions and tips.
        self.is_own = snapshot.own is not None and finished is None and choosing is None
        #: Whether tips may be shown: the person wants tips, and this is the person's first game of its kind.
        self.teaches = self.is_own and snapshot.is_first and preferences.lessons
        #: Whether the next snapshot follows at once: then this one is rendered without the texts beside the table.
        self.dock_stays = snapshot.is_passing or snapshot.is_followed
        self.may_take_back = self.is_own and snapshot.may_take_back
        #: Whether an undo would be the first help in a counted game of a lone player.
        self.warns_undo = self.may_take_back and snapshot.is_unhelped and snapshot.is_alone
        #: Whether the player may send phrases: other people have seats at the table.
        self.may_speak = self.is_own and not snapshot.is_alone
        self.code, self.key, self.board = snapshot.code, snapshot.key, snapshot.board
        self.hand_numbers = [hand.number for hand in snapshot.hands]
        self.next_commitment, self.letter_keys = snapshot.next_commitment, preferences.letter_keys
        self.version, self.seal, self.played_again = snapshot.version, snapshot.seal, snapshot.played_again
        self.variant, self.with_people = str(self.view.options.get("variant", "")), with_people(snapshot)
        self.is_practice = snapshot.played_again is not None
        #: The URL to which a practised choice is posted; its cards and those of the best choice, once it is made.
        self.practice, self.chosen, self.best = "", tuple[str, ...](), tuple[str, ...]()
        if choosing is not None:
            self.version, self.seal, self.played_again = choosing.version, None, None
            self.practice, self.chosen, self.best = choosing.action_url, choosing.chosen, choosing.best

    # -- where the game is ----------------------------------------------------------------------------------

    @property
    def template(self) -> str:
        raise NotImplementedError

    @property
    def onlooker_template(self) -> str:
        """The template for spectators, unless the game has its own."""
        return f"games/people/onlooker/{self.phase if self.is_resting else 'play'}.html"

    @cached_property
    def phase(self) -> str:
        return self.stage if self.finished is None else "hand"

    @property
    def stage(self) -> str:
        """The stage of the game: "first", "between" or "over", or the phase of the hand in play."""
        if self.snapshot.result is not None or self.snapshot.status != Status.PLAYING:
            return "over"
        if self.snapshot.needs_deal:
            return "between" if self.snapshot.hands else "first"
        return str(self.view.phase)

    @property
    def is_resting(self) -> bool:
        return self.phase in RESTING

    @property
    def mark(self) -> str:
        """The state that the page shows, for its stream: the game's version and the company's mark."""
        return Company.page_mark(f"{self.snapshot.version}", self.snapshot.company)

    @property
    def number(self) -> int:
        """The number of the hand; 0 in a game of one hand."""
        return self.view.number

    @property
    def heading(self) -> str:
        return self.marked(self.where)

    @property
    def where(self) -> str:
        """The heading without “Practice:”. Games add the hand and the trick."""
        return self.name

    # -- the message ----------------------------------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """The sentence on the last action and on what to do next."""
        raise NotImplementedError

    @property
    def stress(self) -> str:
        """The CSS tone of the sentence if the game sets a tone; empty for the usual tone."""
        return ""

    @cached_property
    def say(self) -> str:
        if self.choosing is not None:
            return self.choosing.say
        if self.notice or self.hint is None:
            return self.notice or self.sentence
        return self.hint.words

    @property
    def tone(self) -> str:
        if self.notice:
            return "refuse"
        if self.choosing is not None and self.choosing.is_made:
            return ""
        if self.hint is not None:
            return "hint"
        stress = self.stress if self.snapshot.own is not None else ""
        return stress or ("you" if self.snapshot.is_mine else "")

    @cached_property
    def hint(self) -> moves.HintShown | None:
        return moves.hint(self.game, self.snapshot) if self.is_own else None

    @property
    def hinted(self) -> tuple[str, ...]:
        return self.hint.cards if self.hint is not None else ()

    @property
    def lesson(self) -> str:
        if not self.teaches or self.notice or self.hint is not None:
            return ""
        return moves.lesson(self.game.tips, self.snapshot)

    def why(self, code: str) -> str:
        if code == "NOT_YOUR_TURN":
            return turn_sentence(self.snapshot)
        return str(moves.BY_THE_TABLE.get(code) or self.refused.get(code) or moves.REFUSED.get(code) or self.otherwise)

    # -- what may be done -----------------------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        return (self.snapshot.is_mine or bool(self.dealt)) and not (self.choosing is not None and self.choosing.is_made)

    @property
    def waiting(self) -> bool:
        """Whether only other players are to act or to deal."""
        others = {seat for seat in self.view.waits_for if seat != DEALER}
        is_owed = bool(others or self.snapshot.awaited) and not self.snapshot.is_mine
        return self.snapshot.status is Status.PLAYING and is_owed

    @property
    def offers_hint(self) -> bool:
        return self.is_own and self.snapshot.may_ask and self.hint is None

    @property
    def claim(self) -> str:
        """The label of the button that claims the remaining tricks; empty if no claim is possible."""
        is_offered = self.is_own and self.snapshot.claim
        return _("Claim %(tricks)s") % {"tricks": tricks(self.snapshot.claim)} if is_offered else ""

    @property
    def may_play_again(self) -> bool:
        """Whether the page offers to play hands again. The table of a running game offers the next deal instead."""
        is_past = self.finished is not None or (self.is_own and self.snapshot.status != Status.PLAYING)
        return is_past and self.snapshot.may_play_again

    @property
    def is_reviewed(self) -> bool:
        """Whether any hand on the page may have a review.

        A practice game has no review of a hand before the one that is played again.
        """
        if self.game.evaluator is None or not (self.is_own or self.finished is not None):
            return False
        again = self.snapshot.played_again
        hands = self.snapshot.hands if self.finished is None else (self.finished,)
        played = [hand.number for hand in hands if not self.game.rules.is_void(hand.record)]
        return any(again is None or number >= again.number for number in played)

    # -- the deal -------------------------------------------------------------------------------------------

    @property
    def seal_short(self) -> str:
        seal = self.snapshot.seal
        return f"{seal.commitment[:4]} {seal.commitment[4:8]}" if seal is not None else ""

    @property
    def opened(self) -> SealSnapshot | None:
        """The opened seal of the hand in which the game was given up."""
        return self.snapshot.unfinished

    @property
    def awaited(self) -> str:
        """The sentence that names the players for whom the deal waits; empty if there are none."""
        names = [self.snapshot.seated[seat].name for seat in self.snapshot.awaited]
        if not names:
            return ""
        return _("Waiting up to 20 seconds for %(names)s to deal, too.") % {"names": listed(names)}

    @cached_property
    def dealt(self) -> str:
        """The sentence that names the players who have dealt and wait for this seat; empty if there are none."""
        people = self.snapshot.company
        who = people.dealt if people is not None else ()
        if not who or self.snapshot.seat in who or self.snapshot.is_onlookers:
            return ""
        words = ngettext(
            "%(names)s has dealt and will wait up to 20 seconds for you.",
            "%(names)s have dealt and will wait up to 20 seconds for you.",
            len(who),
        )
        return words % {"names": listed([self.snapshot.seated[seat].name for seat in who])}

    @property
    def asks_again(self) -> bool:
        """Whether this seat has asked to deal and the deal waits for no player; the page then repeats the request."""
        people = self.snapshot.company
        has_asked = people is not None and self.snapshot.seat in (*people.dealt, *people.asks_again)
        return has_asked and not self.snapshot.awaited

    # -- people ---------------------------------------------------------------------------------------------

    @cached_property
    def company(self) -> CompanyShown:
        return company.company_shown(self.snapshot) if self.is_own else CompanyShown()

    @property
    def left(self) -> str:
        return company.left_sentence(self.snapshot) if self.is_own else ""

    @cached_property
    def rematch(self) -> dict[str, object]:
        return company.rematch(self.snapshot, self.snapshot.company if self.is_own else None)

    # -- boards, practice -----------------------------------------------------------------------------------

    @property
    def open_hands(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The other players' names and hands, if the person has asked to see them in a practice game."""
        hands = self.snapshot.played_again.hands if self.snapshot.played_again is not None else ()
        others = [seat for seat in clockwise(self.snapshot) if hands and seat != self.snapshot.own]
        return tuple((self.named(seat), texts(hands[seat])) for seat in others)

    # -- what all tables show -------------------------------------------------------------------------------

    @property
    def is_step(self) -> bool:
        """Whether the last action should be seen before the next player acts."""
        return self.snapshot.is_step

    @property
    def ending(self) -> GameSummary | None:
        """How the game ended; None during the game."""
        raise NotImplementedError

    @property
    def in_a_sentence(self) -> str:
        """The result of the last hand of a finished game, in a sentence."""
        raise NotImplementedError
