"""The front page (the person's open table, the games on offer), and the setup page without its form."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.names import COMPUTER_PLAYER
from games.company import ByLink, ComputerSeat
from games.engine.cards import cards
from games.engine.options import VARIANT, differing
from games.engine.state import Seat
from games.lobby.forms import SetupForm
from games.pages.cards import face, sorted_hand
from games.pages.words import LIKE, listed, strength
from games.people.setups import KeptSetup, variants
from games.registry import GAMES, levels, ruleset
from games.snapshot import Snapshot
from games.table import game_list, players
from games.table.opening import AT_FOUR
from games.table.tables import Place
from games.wording import (
    computer_player,
    differences,
    game_name,
    level_names,
    option_words,
    place_name,
    setting_words,
    settings_of,
    settings_said,
    variant_words,
    without_effect,
)

#: The cards on the front page of a person without a table.
FAN = tuple(face(one) for one in cards("TC QH AS KD 7D"))
#: The cards in the front page's explanation of a hand in three steps.
STEPS = {name: face(one) for name, one in zip(("aside", "led", "wins"), cards("7H KC AC"), strict=True)}


# -- the front page --------------------------------------------------------------------------------------


def elsewhere(place: Place) -> tuple[str, str]:
    """Return code and description of a table at which other people wait for the person's move."""
    line = game_list.line(place)
    words = {"game": line.title, "people": listed(line.people)}
    return line.code, _("%(game)s with %(people)s") % words


def offered_games(keys: Iterable[str], last: Mapping[str, KeptSetup]) -> list[dict[str, object]]:
    """Return the games of these keys. `last` has the person's last setups by key. `suit` is the game's icon."""
    return [
        {
            "key": key,
            "title": ruleset(key).title,
            "text": GAMES[key].blurb,
            "suit": GAMES[key].suit.lower(),
            "last": _last(last[key]) if key in last else "",
        }
        for key in keys
    ]


def _last(last_setup: KeptSetup) -> str:
    chosen = differing(ruleset(last_setup.key).options, last_setup.options)
    words = (
        game_name(last_setup.key, chosen) if last_setup.variant else "",
        level_names(seat.level for seat in last_setup.seating),
        differences(last_setup.key, chosen),
    )
    return _("Same as last time: %(setup)s") % {"setup": ", ".join(filter(None, words))}


def waiting_table(place: Place, snapshot: Snapshot, *, others: int) -> dict[str, object]:
    """Return the person's latest open table, with the person's cards. `others` is the number of other open tables."""
    shown = game_list.line(place)
    against = listed(tuple(_others_at(snapshot))) if shown.people else shown.opponents
    words = {"game": f"{shown.title}, {against}" if against else shown.title, "standing": shown.standing}
    is_stood_in = _is_stood_in(snapshot, snapshot.seat)
    is_my_move = snapshot.seat in snapshot.view.waits_for and not is_stood_in
    text = _("%(game)s: %(standing)s, and it’s your move.") if is_my_move else _("%(game)s: %(standing)s.")
    return {
        "code": shown.code,
        "heading": _("A computer is playing for you") if is_stood_in else _("Your table is as you left it"),
        "words": text % words,
        "hand": [face(one) for one in sorted_hand(snapshot.view.hand or (), place.person.preferences)],
        "others": others,
        "is_my_move": is_my_move,
    }


def _others_at(snapshot: Snapshot) -> Iterator[str]:
    for player in snapshot.seated:
        if player.seat == snapshot.seat:
            continue
        is_computer = player.level is not None or _is_stood_in(snapshot, player.seat)
        yield _("%(name)s (computer)") % {"name": player.name} if is_computer else player.name


def _is_stood_in(snapshot: Snapshot, seat: Seat) -> bool:
    return snapshot.company is not None and snapshot.company.is_stood_in(seat)


# -- setting a game up -----------------------------------------------------------------------------------


def setup(form: SetupForm) -> dict[str, object]:
    """Return the page of a setup form, posted or with the values of the kept setup. `fixed` and `seating` may be "".

    `changed` lists the valid options that differ from their defaults, `others` is a sentence on the remaining options.
    `rules` lists the unchanged options that set the goal of the game.
    """
    key, variant, full = form.key, form.variant, form.full
    known = ruleset(key).options
    changed = differing(known, full)
    changed.pop(VARIANT, None)
    rest = sum(option.key != VARIANT and variant not in option.fixed for option in known) - len(changed)
    said = {option.key: changed[option.key] for option in known if option.allows(changed.get(option.key, ...))}
    aims = {name: full[name] for name in settings_of(key).aim if name not in changed}
    return {
        "key": key,
        "title": ruleset(key).title,
        "variant": variant,
        "variant_title": _variant_title(key, variant),
        "variants": [(one, variant_words(key, one), one == variant) for one in variants(key)],
        "levels": _levels(form.kept),
        "places": list(_places(form)),
        "fixed": _fixed(form.kept),
        "seating": _seating(form.seating, form.by_link),
        "rules": settings_said(key, aims),
        "changed": settings_said(key, said),
        "others": _others(rest) if changed else _("Standard rules."),
    }


def _others(rest: int) -> str:
    return ngettext("The other one is standard.", "The other %(n)s are standard.", rest) % {"n": rest} if rest else ""


def _levels(last_setup: KeptSetup) -> list[dict[str, object]]:
    """Return the levels, each with its style of play, measured strength, and a card of hearts.

    The strongest level has the king, the next one the queen. `is_warming_up`: the level is still being compiled and
    cannot be chosen.
    """
    warming = players.warming_up(last_setup.key)
    known, measured = levels(last_setup.key), GAMES[last_setup.key].measured.get(last_setup.variant, ())
    return [
        {
            "key": level,
            "face": face(card),
            "name": level_names([level]),
            "style": LIKE.get(level, ""),
            "strength": strength(known, measured, level),
            "is_warming_up": level in warming,
        }
        for level, card in zip(known, cards("9H TH JH QH KH")[-len(known) :], strict=True)
    ]


def _variant_title(key: str, variant: str) -> str:
    return str(variant_words(key, variant).title) if variant else ""


def _fixed(last_setup: KeptSetup) -> str:
    key, options = last_setup.key, last_setup.options
    idle = without_effect(key, options)
    parts = [
        f"{option_words(key, one.key).label} ({setting_words(key, one.key, options[one.key])})"
        for one in ruleset(key).options
        if one.key != VARIANT and last_setup.variant in one.fixed and one.key not in idle
    ]
    words = {"variant": _variant_title(key, last_setup.variant), "options": ", ".join(parts)}
    return _("Fixed in %(variant)s: %(options)s.") % words if parts else ""


def _places(form: SetupForm) -> Iterator[dict[str, object]]:
    """Yield the seats other than the person's: for the computer player `name`, or (`is_given`) offered by a link."""
    rules, seating, by_link = ruleset(form.key), form.seating, form.by_link
    options = form.kept.options if rules.check(form.full) else form.full  # refused options may define no sides
    for number, seat in enumerate(seating, start=1):
        yield {
            "number": number,
            "where": place_name(number, places=len(seating)),
            "name": seat.name or COMPUTER_PLAYER,
            "is_partner": rules.side(options, number) == rules.side(options, 0),  # type: ignore[arg-type]
            "is_given": number in by_link.places,
        }


def _seating(seating: Sequence[ComputerSeat], by_link: ByLink) -> str:
    if len(seating) != len(AT_FOUR):
        return ""
    left, across, right = (
        _("someone you invite") if place in by_link.places else computer_player(seat)
        for place, seat in enumerate(seating, start=1)
    )
    words = {"left": left, "across": across, "right": right}
    return capfirst(_("%(left)s sits on your left, %(across)s across from you, %(right)s on your right.") % words)
