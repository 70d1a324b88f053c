"""The facts of a hand of Spades for one seat, and the statistics drawn from them.

Bids are the scored ones, after changes by One Nil. If a stand-in (a computer player at a person's seat) made the seat's
bid, facts on that bid and on the side's contract are absent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from django.utils.translation import gettext_lazy as _

from games import figures
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores
from games.figures import TableByMark, average, count, said_later, section, share, share_of_total, total
from games.snapshot import PlayedHand
from games.spades.options import CUSTOM, FIXED, Terms
from games.spades.score import BLIND, SideLine, SpadesBid, bids_in, lines_of, tricks_in, tricks_of
from games.spades.state import BID, BLIND_NIL, GIVE, own, partner, seats_of, side_of
from games.spades.words import variant_name


class SpadesFacts(GameFacts):
    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        marks = [*plain.marks, *self.seat_marks(state, seat)]
        lines, terms = lines_of(hand.sheet), own(state).terms
        if not lines:
            by = hand.sheet.get("misdeal")
            return Facts((*marks, "misdeal", *(["misdeal_own"] if by == seat else [])))
        bids, tricks, line = bids_in(hand.record), tricks_in(hand.record), lines[side_of(terms, seat)]
        bid, taken, promised, other = bids[seat], tricks[seat], tricks_of(bids[seat]), partner(seat)
        against = _counts_against(terms, bids, tricks, lines, seat)
        is_own = not hand.is_computers(seat, BID, BLIND_NIL)
        numbers = {**plain.numbers, "points": line.points, "bags": line.bags_taken, "penalties": line.penalties}
        if line.bid and is_own:
            numbers |= {"contract": line.bid, "taken": line.taken}
        numbers |= {**against, "tricks": taken}
        conditions: dict[str, object] = {}
        if is_own:
            numbers |= {"bid": promised, **({"blind": 0} if bid == BLIND else {})}
            nil = "blind" if bid == BLIND else "nil"
            said = next((action for by, action in hand.actions if by == seat and action.verb == BID), None)
            conditions = {
                f"bid{promised}": True,
                f"tricks{taken}": True,
                "met": promised and taken == promised,
                "over": promised and taken > promised,
                "under": taken < promised,
                nil: not promised,
                f"{nil}_made": not promised and not taken,
                f"{nil}_failed": not promised and taken,
                "made": line.bid and line.is_made,
                "overbid": not line.is_made,
                "exact": line.bid and line.taken == line.bid,
                "bonus_won": line.bonus,
                "overridden": said is not None and said.argument != bid,
            }
        is_cover = terms.partners and not tricks_of(bids[other])
        pair = {seat, other} if terms.partners else {seat}
        conditions |= {
            "bagged": line.bags_taken,
            "penalty": line.penalties,
            "cover": is_cover,
            "cover_failed": is_cover and tricks[other],
            "cover_made": is_cover and not tricks[other],
            "contract_against": against["contracts_against"],
            "set_them": against["contracts_set"],
            "nil_against": against["nils_against"],
            "nil_beaten": against["nils_beaten"],
            "exchange": any(by in pair and one.verb == GIVE and one.argument for by, one in hand.actions),
        }
        marks += [mark for mark, holds in conditions.items() if holds]
        return replace(plain, marks=tuple(marks), numbers=numbers)

    def standing(self, state: State) -> Scores:
        return tuple(one.score for one in own(state).standings)

    def seat_marks(self, state: State, seat: Seat) -> tuple[str, ...]:
        return (str(state.options["variant"]),)


def _counts_against(
    terms: Terms, bids: Sequence[SpadesBid], tricks: Sequence[int], lines: Sequence[SideLine], seat: Seat
) -> dict[str, int]:
    others = [side for side in range(terms.sides) if side != side_of(terms, seat)]
    contracts = [lines[side] for side in others if lines[side].bid]
    nils = [bidder for side in others for bidder in seats_of(terms, side) if not tricks_of(bids[bidder])]
    return {
        "contracts_against": len(contracts),
        "contracts_set": sum(not line.is_made for line in contracts),
        "nils_against": len(nils),
        "nils_beaten": sum(tricks[bidder] > 0 for bidder in nils),
    }


# ---------- statistics ----------
_OF_CONTRACTS: Final = "made overbid"
_OF_OWN_BIDS: Final = "met over under"
_VARIANTS: Final = {kind: said_later(partial(variant_name, kind)) for kind in (*FIXED, *CUSTOM)}
_MISDEAL: Final = _("a misdeal")


def hand_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    return str(_MISDEAL) if "misdeal" in marks else figures.bid_sentence(marks, numbers)


FIGURES: Final = replace(
    figures.USUAL,
    sections=(
        figures.of_games(SpadesFacts),
        section(
            _("Your side’s contracts"),
            share(_("contracts made"), "made", _OF_CONTRACTS),
            count(_("set"), "overbid"),
            share(_("made exactly"), "exact", _OF_CONTRACTS),
            average(_("average contract"), "contract"),
            count(_("high-bid bonuses"), "bonus_won"),
            share_of_total(_("their contracts set"), "contracts_set", "contracts_against", shows="set_them"),
        ),
        section(
            _("Your own bids"),
            share(_("met exactly"), "met", _OF_OWN_BIDS),
            share(_("took more"), "over", _OF_OWN_BIDS),
            share(_("took fewer"), "under", _OF_OWN_BIDS),
            *figures.BIDS_AND_TRICKS,
        ),
        section(
            _("Nil and blind nil"),
            figures.SHARE_OF_NILS,
            share(_("blind nils made"), "blind_made", "blind", shows="blind"),
            share(_("partner’s nils made"), "cover_made", "cover", shows="cover"),
            share_of_total(_("their nils set"), "nils_beaten", "nils_against", shows="nil_beaten"),
            count(_("cards passed"), "exchange"),
        ),
        section(_("Your side’s bags"), *figures.BAGS),
        section(
            _("Misdeals and One Nil"),
            count(_("misdeals"), "misdeal"),
            count(_("called by you"), "misdeal_own"),
            count(_("your bid changed by One Nil"), "overridden"),
        ),
        figures.given_up(),
    ),
    columns=figures.COLUMNS_WITH_NILS,
    tables=(
        figures.BY_LEVEL,
        figures.BY_PARTNER,
        TableByMark(_("By variant"), _("Variant"), _VARIANTS),
        TableByMark(
            _("By who bid and led first"), _("First"), {"led": _("You bid first"), "followed": _("Someone else did")}
        ),
    ),
    bids_chart=_("Your bid vs. your tricks"),
    totals=figures.totals(
        figures.HANDS,
        total(_("tricks taken by people"), "tricks", known="tricks"),
        figures.BIDS_MADE,
        figures.NILS_MADE,
    ),
    kinds=tuple(_VARIANTS),
    marks={
        **_VARIANTS,
        **figures.OF_BIDS,
        "led": _("you bid first"),
        "followed": _("someone else bid first"),
        "made": _("contract made"),
        "overbid": _("set"),
        "exact": _("contract made exactly"),
        "met": _("your bid met exactly"),
        "over": _("more tricks than bid"),
        "under": _("fewer tricks than bid"),
        "nil_made": _("nil made"),
        "nil_failed": _("nil failed"),
        "blind_made": _("blind bid made"),
        "blind_failed": _("blind nil failed"),
        "cover": _("partner bid nil"),
        "cover_made": _("partner’s nil made"),
        "contract_against": _("the other side’s contract"),
        "set_them": _("other side set"),
        "nil_against": _("a nil by the other side"),
        "nil_beaten": _("their nil set"),
        "bonus_won": _("a bonus"),
        "exchange": _("cards passed"),
        "misdeal": _MISDEAL,
        "misdeal_own": _("misdeal called by you"),
        "overridden": _("bid changed by One Nil"),
    },
    numbers="bid tricks points score other bags penalties seconds contract taken",
    hand_sentence=hand_sentence,
)
