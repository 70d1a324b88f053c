"""Proofs of a hand that is over and their pages: how its deal follows from the seeds, a bot's move chosen again.

Read-only. `replay` raises NoSuchHand while the hand is in play. `program` returns the program that checks deals.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from games import verify_deal
from games.boards import days
from games.dealing import ALGORITHM
from games.engine.actions import DEAL, RESHUFFLE, Action, Argument, read_action, tuple_of
from games.engine.cards import PACK
from games.engine.pattern import DrawnRole, Pattern, pattern_with
from games.engine.state import DEALER, SeatView, view_json
from games.pages.moves import done
from games.pages.words import level_name
from games.registry import GAMES, ruleset
from games.snapshot import NotThere, ReplayStep, SealSnapshot, SeatedPlayer
from games.table import logs, replay, seeds, tables, thinking
from games.table.models import Entry, Game
from games.table.players import WarmingUp
from games.table.tables import Place, seated_player

logger = logging.getLogger(__name__)
#: Text of the program's source that is replaced by the games' deal patterns.
_NO_GAMES: Final = "GAMES: dict[str, DealPattern] = {}"


class NoProof(NotThere):
    """The hand has no seal of the known algorithm, or its seed is secret because others may still play these cards."""


class NotByComputer(NotThere):
    """The step does not exist, or its action is not a choice of the seat's own bot in this game."""


@dataclass(frozen=True, slots=True)
class DealProof:
    """A hand's deal with all that determines it. `event` is the number of the deal among the dealer's actions, from 0.

    `drawn` is the seat drawn before the deal, or None; `first` is the seat dealt to first. `deck` and `kitty` are empty
    in a game without them. `origin` is the code of the game that the deal was copied from: empty if that game was
    deleted, None if the deal is this game's own. `is_shared`: the cards are those of a board. `in_chain` is the chain
    link from which the seed of a board of the day is derived. `reshuffles` has (event, new deck) of each reshuffle in
    the hand, `draws` has (event, pile, card) of each card drawn in it.
    """

    key: str
    number: int
    seal: SealSnapshot
    pattern: Pattern
    event: int
    drawn: int | None
    first: int
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    kitty: tuple[str, ...]
    reshuffles: tuple[tuple[int, tuple[str, ...]], ...]
    draws: tuple[tuple[int, tuple[str, ...], str], ...]
    origin: str | None = None
    is_shared: bool = False
    in_chain: days.ChainLink | None = None


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """A bot's move (`played`), and the choice of the same bot from the same view (`chosen`).

    `chosen` is None if the bot failed, is not compiled yet (`is_ready` is false), or is of an earlier version
    (`is_here` is false).
    """

    number: int
    step: int
    name: str
    level: str
    version: int | None
    view: SeatView
    played: Action
    chosen: Action | None
    is_here: bool
    is_ready: bool


def deal_of(place: Place, *, number: int) -> DealProof:
    """Return the proof of a hand's deal. Raises NoSuchHand while the hand is in play, or NoProof."""
    hand = replay.hand_of(place, number=number, step=None)
    seal = seeds.revealed(place.game, number)
    if seal is None or seal.algorithm != ALGORITHM or seal.server_seed is None:
        raise NoProof(number)
    board = place.game.board
    pattern = pattern_with(ruleset(place.game.key).pattern, hand.game.view.options)
    acts = _dealers_acts(place.game, number)
    event = next(i for i, one in enumerate(acts) if one.verb == DEAL)
    start, dealt = _start(acts[:event], pattern.drawn), _values(acts[event])
    return DealProof(
        key=place.game.key,
        number=number,
        seal=seal,
        pattern=pattern,
        event=event,
        # An option may name the seat; then no seat is drawn.
        drawn=start if hand.view.options.get("first", "random") == "random" else None,
        first=_first(place.game, number, pattern, start),
        hands=tuple(map(_texts, tuple_of(dealt.get("hands")))),
        deck=_texts(dealt.get("deck")),
        kitty=_texts(dealt.get("kitty")),
        reshuffles=tuple((i, _texts(one.argument)) for i, one in enumerate(acts) if one.verb == RESHUFFLE),
        draws=_draws(acts, hand.steps, pattern),
        origin=tables.origin_code(place.game) if seal.is_played_again else None,
        is_shared=board is not None,
        in_chain=None if board is None or board.day is None else days.in_chain(board.day),
    )


def ask_again(place: Place, *, number: int, step: int) -> AskedAgain:
    """Let the bot choose its action at `step` (from 1) of a hand again. Raises NoSuchHand or NotByComputer.

    Takes as long as a move of the bot.
    """
    hand = replay.hand_of(place, number=number, step=step)
    if not 1 <= step <= hand.last:
        raise NotByComputer(step)
    entry, log = _asked(place.game, number, step)
    seat = next((one for one in place.seats if one.number == entry.seat and one.level), None)
    if seat is None or not replay.is_of_computer(place.game, entry):
        raise NotByComputer(step)
    is_here, is_ready, chosen = replay.is_here(place.game, seat), True, None
    try:
        if is_here:
            chosen = thinking.unvalidated_choice(place.game, seat.number, seat.level, log)
    except WarmingUp:
        is_ready = False
    except Exception:  # the page reports any failure of a bot
        logger.exception("The bot %s failed when asked again at %s, step %s.", seat.level, place.code, step)
    return AskedAgain(
        number=number,
        step=step,
        name=seated_player(seat).name,
        level=seat.level,
        version=seat.bot_version,
        view=log.rules.view(log.state, seat.number),
        played=read_action(entry.action),
        chosen=chosen,
        is_here=is_here,
        is_ready=is_ready,
    )


def _asked(game: Game, number: int, step: int) -> tuple[Entry, logs.Log]:
    log, entries = replay.log_of_hand(game, number)
    asked = [entry for entry in logs.standing_entries(entries) if entry.hand == number][step]
    for entry in entries:
        if entry.ordinal < asked.ordinal:
            log = log.follow(entry)
    return asked, log


def _dealers_acts(game: Game, number: int) -> tuple[Action, ...]:
    """Return the dealer's actions that draw from the hand's seal, in order; an action's index is its event number.

    The start of the game draws from the seal of hand 1.
    """
    acts = game.entries.filter(seat=DEALER, hand__in=(0, number)).order_by("ordinal")
    return tuple(read_action(entry.action) for entry in acts if entry.hand == number or number == 1)


def _start(actions: tuple[Action, ...], what: DrawnRole) -> int | None:
    """Return the seat that a START action names, drawn or set by an option; None without such an action."""
    for start in actions:
        found = _values(start).get(what)
        if isinstance(found, tuple) and "odd" in found:
            return found.index("odd")
        if isinstance(found, int):
            return found
    return None


def _first(game: Game, number: int, pattern: Pattern, start: int | None) -> int:
    """Return the seat dealt to first. If the pattern deals from the dealer's left, the hand's row has it."""
    if pattern.from_left:
        return game.hands.get(number=number).first
    return start if pattern.from_drawn and start is not None else 0


def _draws(
    acts: tuple[Action, ...], steps: tuple[ReplayStep, ...], pattern: Pattern
) -> tuple[tuple[int, tuple[str, ...], str], ...]:
    """Return the `draws` of a proof. The discards as a pile are in pack order, without jokers."""
    discarded = {str(one) for step in steps if step.action.verb == "discard" for one in tuple_of(step.action.argument)}
    piles = {"discard": tuple(one.text for one in PACK if one.text in discarded)}
    found = []
    for event, act in enumerate(acts):
        if act.verb == DEAL:
            piles["deck"] = _texts(_values(act).get("deck"))
        elif lying := pattern.draws.get(act.verb):
            card = str(tuple_of(act.argument)[-1])
            found.append((event, piles[lying], card))
            piles[lying] = tuple(one for one in piles[lying] if one != card)
    return tuple(found)


def _values(action: Action) -> Mapping[str, Argument]:
    """Return the argument of a start or a deal; empty for other actions."""
    return action.argument if isinstance(action.argument, Mapping) else {}


def _texts(cards: object) -> tuple[str, ...]:
    return tuple(map(str, tuple_of(cards)))


# -- pages -------------------------------------------------------------------------------------------------


def data(proof: DealProof, seated: tuple[SeatedPlayer, ...], own: int | None) -> Mapping[str, Any]:
    """Return all data for the script of the proof page, which makes no requests."""
    link = proof.in_chain
    chain = None if link is None else {"key": proof.key, "link": link.text, "number": link.number, "tip": link.tip}
    return {
        "commitment": proof.seal.commitment,
        "hand": proof.number,
        "event": proof.event,
        "pack": proof.pattern.pack,
        "seats": proof.pattern.seats,
        "size": proof.pattern.size,
        "run": proof.pattern.run,
        "first": proof.first,
        "hands": proof.hands,
        "deck": proof.deck,
        "kitty": proof.kitty,
        "draws": [{"event": event, "among": pile, "card": card} for event, pile, card in proof.draws],
        "reshuffles": [{"event": event, "deck": deck} for event, deck in proof.reshuffles],
        "drawn": proof.drawn,
        "chain": chain,
        "names": [_name(one, own) for one in seated],
        "words": _words(proof),
    }


def program() -> str:
    text = "".join(f'    "{key}": {_deal(game.rules.pattern)},\n' for key, game in GAMES.items())
    source = Path(verify_deal.__file__).read_text(encoding="utf-8")
    return source.replace(_NO_GAMES, f"{_NO_GAMES[:-1]}\n{text}}}")


def _deal(pattern: Pattern) -> verify_deal.DealPattern:
    plain = [card for card in pattern.pack if card in verify_deal.PACK]
    return verify_deal.DealPattern(
        seats=pattern.seats,
        size=pattern.size,
        drawn=pattern.drawn.value,
        run=pattern.run,
        from_drawn=pattern.from_drawn,
        from_left=pattern.from_left,
        jokers=len(pattern.pack) - len(plain),
        ranks="".join(dict.fromkeys(card[0] for card in plain)),
        draws=dict(pattern.draws),
    )


def _name(seated: SeatedPlayer, own: int | None) -> str:
    if seated.seat == own:
        return _("you")
    return seated.name or _("seat %(n)s") % {"n": seated.seat + 1}


def _words(proof: DealProof) -> Mapping[str, str]:
    words = {
        "yes": _("Correct."),
        "no": _("Wrong."),
        "sealHolds": _("The server’s seed is the one that was sealed: its SHA-256 hash is the commitment."),
        "sealBroken": _("The SHA-256 hash of this server seed is %(sealed)s, not the commitment.") % {"sealed": "%s"},
        "dealHolds": _("The seeds give exactly the cards dealt."),
        "dealDiffers": _("The seeds give different cards than the ones dealt."),
        "chainHolds": _("The server’s seed follows from the day’s link, and the link leads to the published tip."),
        "chainBroken": _("This server seed doesn’t follow from a link that leads to the published tip."),
        "noSeed": _("The server’s seed is 64 hexadecimal digits."),
        "noCrypto": _(
            "This browser can only check on a secure page (https). Save this page and open the file, or use the "
            "program below."
        ),
        "drawHolds": _("The seeds give the same first dealer."),
        "drawDiffers": _("The seeds give a different first dealer."),
        "kitty": _("in the kitty"),
        "left": _("in the deck") if proof.deck else _("not dealt"),
        "bigJoker": _("Big joker"),
        "littleJoker": _("Little joker"),
        "drawsHold": _("The seeds give the same draws during the hand."),
        "drawsDiffer": _("The seeds give a different draw during the hand."),
        "reshufflesHold": _("The seeds reshuffle the discards into the same deck each time."),
        "reshufflesDiffer": _("The seeds reshuffle the discards into a different deck."),
    }
    if proof.pattern.drawn is DrawnRole.ODD:
        words["drawHolds"] = _("The seeds give odd piles to the same player.")
        words["drawDiffers"] = _("The seeds give odd piles to the other player.")
    elif proof.pattern.drawn is DrawnRole.COIN:
        words["drawHolds"] = _("The seeds give the coin to the same player.")
        words["drawDiffers"] = _("The seeds give the coin to the other player.")
    return words


def asked_again(asked: AskedAgain) -> dict[str, object]:
    """Return the context of the page on a bot's move chosen again. Actions are in words, cards in brackets.

    `chosen` is empty if the bot failed or its version is not available. `knew` is the bot's view as JSON. `tags`: some
    cards of the game have a tag, such as cards that take off bags.
    """
    game = GAMES[asked.view.game]
    return {
        "asked": asked,
        "level": level_name(asked.level),
        "held": " ".join(f"[{card.text}]" for card in asked.view.hand or ()),
        "played": done(game, asked.played),
        "chosen": "" if asked.chosen is None else done(game, asked.chosen),
        "is_same": asked.chosen == asked.played,
        "knew": json.dumps(view_json(asked.view), indent=1, ensure_ascii=False),
        "tags": bool(game.tags),
        "is_whole": game.is_one_hand,
    }
