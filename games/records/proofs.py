"""Proofs of a hand that is over and their pages: how its deal follows from the seeds, a bot's move chosen again.

Read-only. `replay` raises NoSuchHand while the hand is in play. `program` returns the program that checks deals.
"""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from games import verify_deal
from games.boards import days
from games.dealing import ALGORITHM
from games.engine.actions import DEAL, RESHUFFLE, Action, Argument, read_action, tuple_of
from games.engine.cards import PACK
from games.engine.pattern import DrawnRole, Pattern, pattern_with
from games.engine.state import DEALER, view_json
from games.pages.moves import done
from games.pages.words import level_name
from games.registry import GAMES, ruleset
from games.snapshot import NotThere, ReplayStep, SeatedPlayer
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


def deal_of(place: Place, *, number: int, own: int | None, hides_names: bool = False) -> dict[str, Any]:
    """Return the proof of a hand's deal: the context of its page for seat `own`, or for a visitor (None).

    `data` has all that determines the deal, for the page's script, which makes no requests. In it, `event` is the
    number of the deal among the dealer's actions, from 0; `drawn` is the seat drawn before the deal, or None; `first`
    is the seat dealt to first; `deck` and `kitty` are empty in a game without them; `reshuffles` and `draws` are the
    reshuffles in the hand and the cards drawn in it. `origin` is the code of the game that the deal was copied from:
    empty if that game was deleted, None if the deal is this game's own. `is_shared`: the cards are those of a board.
    `in_chain` is the chain link from which the seed of a board of the day is derived.

    Raises NoSuchHand while the hand is in play, or NoProof.
    """
    hand = replay.hand_of(place, number=number, step=None)
    seal = seeds.revealed(place.game, number)
    if seal is None or seal.algorithm != ALGORITHM or seal.server_seed is None:
        raise NoProof(number)
    board = place.game.board
    link = None if board is None or board.day is None else days.in_chain(board.day)
    chain = None if link is None else {"key": place.game.key, "link": link.text, "number": link.number, "tip": link.tip}
    pattern = pattern_with(ruleset(place.game.key).pattern, hand.game.view.options)
    acts = _dealers_acts(place.game, number)
    event = next(i for i, one in enumerate(acts) if one.verb == DEAL)
    start, dealt = _start(acts[:event], pattern.drawn), _values(acts[event])
    deck = _texts(dealt.get("deck"))
    data = {
        "commitment": seal.commitment,
        "hand": number,
        "event": event,
        "pack": pattern.pack,
        "seats": pattern.seats,
        "size": pattern.size,
        "run": pattern.run,
        "first": _first(place.game, number, pattern, start),
        "hands": tuple(map(_texts, tuple_of(dealt.get("hands")))),
        "deck": deck,
        "kitty": _texts(dealt.get("kitty")),
        "draws": _draws(acts, hand.steps, pattern),
        "reshuffles": [
            {"event": i, "deck": _texts(one.argument)} for i, one in enumerate(acts) if one.verb == RESHUFFLE
        ],
        # An option may name the seat; then no seat is drawn.
        "drawn": start if hand.view.options.get("first", "random") == "random" else None,
        "chain": chain,
        "names": [_name(one, own) for one in tables.seated(place, hides_names=hides_names)],
        "words": _words(pattern.drawn, has_deck=bool(deck)),
    }
    return {
        "data": data,
        "number": number,
        "seal": seal,
        "origin": tables.origin_code(place.game) if seal.is_played_again else None,
        "is_shared": board is not None,
        "in_chain": link,
    }


def ask_again(place: Place, *, number: int, step: int) -> dict[str, object]:
    """Let the bot choose its action at `step` (from 1) of a hand again; return the context of the page.

    Takes as long as a move of the bot. Raises NoSuchHand or NotByComputer. Actions are in words, cards in brackets.
    `chosen` is empty if the bot failed, is not compiled yet (`is_ready` is false), or is of an earlier version
    (`is_here` is false). `knew` is the bot's view as JSON. `tags`: some cards of the game have a tag, such as cards
    that take off bags.
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
    game, view, played = GAMES[place.game.key], log.rules.view(log.state, seat.number), read_action(entry.action)
    return {
        "number": number,
        "step": step,
        "name": seated_player(seat).name,
        "level": level_name(seat.level),
        "version": seat.bot_version,
        "is_here": is_here,
        "is_ready": is_ready,
        "held": " ".join(f"[{card.text}]" for card in view.hand or ()),
        "played": done(game, played),
        "chosen": "" if chosen is None else done(game, chosen),
        "is_same": chosen == played,
        "knew": json.dumps(view_json(view), indent=1, ensure_ascii=False),
        "tags": bool(game.tags),
        "is_whole": game.is_one_hand,
    }


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


def _draws(acts: tuple[Action, ...], steps: tuple[ReplayStep, ...], pattern: Pattern) -> list[dict[str, object]]:
    """Return event, pile and card of each draw. The discards as a pile are in pack order, without jokers."""
    discarded = {str(one) for step in steps if step.action.verb == "discard" for one in tuple_of(step.action.argument)}
    piles = {"discard": tuple(one.text for one in PACK if one.text in discarded)}
    found: list[dict[str, object]] = []
    for event, act in enumerate(acts):
        if act.verb == DEAL:
            piles["deck"] = _texts(_values(act).get("deck"))
        elif lying := pattern.draws.get(act.verb):
            card = str(tuple_of(act.argument)[-1])
            found.append({"event": event, "among": piles[lying], "card": card})
            piles[lying] = tuple(one for one in piles[lying] if one != card)
    return found


def _values(action: Action) -> Mapping[str, Argument]:
    """Return the argument of a start or a deal; empty for other actions."""
    return action.argument if isinstance(action.argument, Mapping) else {}


def _texts(cards: object) -> tuple[str, ...]:
    return tuple(map(str, tuple_of(cards)))


# -- pages -------------------------------------------------------------------------------------------------


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


def _words(drawn: DrawnRole, *, has_deck: bool) -> Mapping[str, str]:
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
        "left": _("in the deck") if has_deck else _("not dealt"),
        "bigJoker": _("Big joker"),
        "littleJoker": _("Little joker"),
        "drawsHold": _("The seeds give the same draws during the hand."),
        "drawsDiffer": _("The seeds give a different draw during the hand."),
        "reshufflesHold": _("The seeds reshuffle the discards into the same deck each time."),
        "reshufflesDiffer": _("The seeds reshuffle the discards into a different deck."),
    }
    if drawn is DrawnRole.ODD:
        words["drawHolds"] = _("The seeds give odd piles to the same player.")
        words["drawDiffers"] = _("The seeds give odd piles to the other player.")
    elif drawn is DrawnRole.COIN:
        words["drawHolds"] = _("The seeds give the coin to the same player.")
        words["drawDiffers"] = _("The seeds give the coin to the other player.")
    return words
