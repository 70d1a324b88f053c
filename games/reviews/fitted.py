"""Limits of an evaluator's fit: which decisions compare with bots' rates, and a note on other rules or variants."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.engine.options import VARIANT, differing, variant_of
from games.registry import error_rates, fitted_variant, ruleset
from games.snapshot import PlayedGame
from games.wording import differences, game_name


def house_rates(key: str, variant: str | None, kind: str = "") -> Mapping[str, float]:
    """Return the bots' error rates by level, in thousandths of a game per decision.

    Empty for a single kind or another variant, because rates are measured over all kinds in the fitted variant.
    """
    return error_rates(key) if not kind and fitted_variant(key) in (None, variant) else {}


def about_rules(game: PlayedGame) -> str:
    """Return a note if the evaluator was fitted to other rules or another variant, otherwise ""."""
    known, options, fitted = ruleset(game.key).options, game.view.options, fitted_variant(game.key)
    words = {"rules": differences(game.key, differing(known, options)), "game": game_name(game.key, options)}
    if fitted not in (None, variant_of(known, options)):
        words["usual"] = game_name(game.key, {VARIANT: fitted})
        said = _("Played as %(game)s; scores are rated as in %(usual)s.")
        if words["rules"]:
            said = _("Played as %(game)s with custom rules (%(rules)s); scores are rated as in %(usual)s.")
        return said % words
    said = _("Played with custom rules (%(rules)s); scores are rated as if the rules were standard.")
    return said % words if words["rules"] else ""
