"""Context of two pages: the proof of a deal, and a bot's move chosen again. Also the program that checks deals."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from games import verify_deal
from games.engine.notation import view_json
from games.engine.pattern import DrawnRole, Pattern
from games.pages.choices import done
from games.pages.levels import level_name
from games.records.proofs import AskedAgain, DealProof
from games.registry import GAMES
from games.snapshot import SeatedPlayer

#: Text of the program's source that is replaced by the games' deal patterns.
_NO_GAMES: Final = "GAMES: dict[str, DealPattern] = {}"


def data(proof: DealProof, seated: tuple[SeatedPlayer, ...], own: int | None) -> Mapping[str, Any]:
    """Return all data for the script of the proof page, which makes no requests."""
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
        "chain": _chain(proof),
        "names": [_name(one, own) for one in seated],
        "words": {**_words(), **_words_of_draw(proof.pattern.drawn), **_words_of_rest(proof)},
    }


def program() -> str:
    """Return the source of the standalone program that checks deals, with the deal pattern of each game."""
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


def _chain(proof: DealProof) -> Mapping[str, object] | None:
    found = proof.in_chain
    if found is None:
        return None
    return {"key": proof.key, "link": found.text, "number": found.number, "tip": found.tip}


def _words() -> Mapping[str, str]:
    return {
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
    }


def _words_of_draw(drawn: DrawnRole) -> Mapping[str, str]:
    if drawn is DrawnRole.ODD:
        return {
            "drawHolds": _("The seeds give odd piles to the same player."),
            "drawDiffers": _("The seeds give odd piles to the other player."),
        }
    if drawn is DrawnRole.COIN:
        return {
            "drawHolds": _("The seeds give the coin to the same player."),
            "drawDiffers": _("The seeds give the coin to the other player."),
        }
    return {
        "drawHolds": _("The seeds give the same first dealer."),
        "drawDiffers": _("The seeds give a different first dealer."),
    }


def _words_of_rest(proof: DealProof) -> Mapping[str, str]:
    return {
        "kitty": _("in the kitty"),
        "left": _("in the deck") if proof.deck else _("not dealt"),
        "bigJoker": _("Big joker"),
        "littleJoker": _("Little joker"),
        "drawsHold": _("The seeds give the same draws during the hand."),
        "drawsDiffer": _("The seeds give a different draw during the hand."),
        "reshufflesHold": _("The seeds reshuffle the discards into the same deck each time."),
        "reshufflesDiffer": _("The seeds reshuffle the discards into a different deck."),
    }


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
