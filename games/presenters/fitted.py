"""What a review says of a game unlike those by which its evaluator was fitted, and beside what its rates may stand."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.engine.options import VARIANT, differing, variant_of
from games.registry import error_rates, fitted_variant, ruleset
from games.snapshot import PlayedGame
from games.wording.names import differences, game_name


def house_rates(key: str, variant: str | None, kind: str = "") -> Mapping[str, float]:
    """By level the error rates of the house’s players. They are over all kinds of decisions and of one variant: beside
    one kind alone, or another variant, they would tell nothing.
    """
    return error_rates(key) if not kind and fitted_variant(key) in (None, variant) else {}


def about_rules(game: PlayedGame) -> str:
    """That the worth of a score is taken from games by other rules, or of another variant; empty where it is not."""
    known, options, fitted = ruleset(game.key).options, game.view.options, fitted_variant(game.key)
    words = {"rules": differences(game.key, differing(known, options)), "game": game_name(game.key, options)}
    if fitted not in (None, variant_of(known, options)):
        words["usual"] = game_name(game.key, {VARIANT: fitted})
        said = _("Played as %(game)s. What a score is worth is taken from games of %(usual)s.")
        if words["rules"]:
            said = _(
                "Played as %(game)s, and by other rules than usual (%(rules)s). What a score is worth is taken from "
                "games of %(usual)s."
            )
        return said % words
    said = _(
        "Played by other rules than usual (%(rules)s). What a score is worth is taken from games by the usual ones."
    )
    return said % words if words["rules"] else ""
