"""A past duel step by step with everything open, and a past duel round by round."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.cardduel.ending import won
from games.cardduel.messages import effects_of, own, play_words, view_of
from games.cardduel.score import WANDS, Play, Round
from games.cardduel.seats import DuelShown, RoundShown, duellist, hp_sentence, near_first, on_table, played, rounds
from games.cardduel.state import BLAZE, named
from games.engine.state import DEALER, Seat
from games.snapshot import PlayedGame, Replay, ReplayStep
from games.viewmodel.race import unfinished
from games.viewmodel.replay import ReplayContext, ReviewContext, against, replay_context
from games.viewmodel.seats import Moment, clockwise, name_in
from games.viewmodel.tricks import TrickRow


@dataclass(frozen=True, slots=True)
class DuelReviewShown:
    """A past duel; a blaze is the last of its rounds."""

    near: str
    far: str
    lines: tuple[RoundShown, ...]


def replay(replay: Replay) -> ReplayContext:
    view, scored, near = view_of(replay), _just_scored(replay), replay.near
    every = _all_rounds(replace(replay, step=replay.last))
    coin, number = (view.table.coin, view.table.round) if scored is None else (scored.coin, scored.number)
    return replay_context(
        replay,
        template="games/replay/cardduel.html",
        title=_("Card Duel"),
        heading=_("Replay of the duel: both hands open"),
        where=_("Round %(n)s.") % {"n": number} if replay.done else _("As dealt."),
        say=_said(replay, scored),
        tricks=tuple(_jump(one, here=number if replay.done else 0) for one in every),
        is_whole=True,
        more=DuelShown(
            near=duellist(replay, near, coin=coin),
            far=duellist(replay, 1 - near, coin=coin),
            round=number,
            deck=view.table.deck,
            plays=tuple(
                on_table(replay, seat) if scored is None else played(replay, scored, seat) for seat in (1 - near, near)
            ),
        ),
    )


def review(game: PlayedGame) -> ReviewContext:
    near, far = (name_in(game, seat) for seat in clockwise(game))
    return ReviewContext(
        template="games/replay/cardduel_review.html",
        title=_("Card Duel"),
        heading=_heading(game),
        about=against(tuple(name_in(game, seat, first=False) for seat in clockwise(game))),
        parted=_("Round by round"),
        numbers=game.numbers,
        more=DuelReviewShown(near, far, _all_rounds(game)),
    )


def _all_rounds(moment: Moment) -> tuple[RoundShown, ...]:
    """With the one that a blaze has cut short."""
    view, scored = view_of(moment), rounds(moment)
    if view.blaze is None:
        return scored
    hp, text = view.table.hp, _blaze_sentence(moment, view.blaze.invoker)
    cut = RoundShown(view.table.round, len(view.actions), (text,), near_first(moment, hp), hp_sentence(moment, hp))
    return (*scored, cut)


def _blaze_sentence(moment: Moment, invoker: Seat) -> str:
    return _("%(who)s: blaze of glory.") % {"who": name_in(moment, invoker)}


# -- one step -------------------------------------------------------------------------------------------


def _just_scored(replay: Replay) -> Round | None:
    """The round that the last step has closed, so that its plays still lie there."""
    now, before = view_of(replay).rounds, own(replay.views[max(0, replay.step - 1)]).rounds
    return now[-1] if len(now) > len(before) else None


def _said(replay: Replay, scored: Round | None) -> str:
    if not replay.done:
        coin = name_in(replay, view_of(replay).table.coin, first=False)
        return _("The coin is with %(who)s, who plays first.") % {"who": coin}
    said = (_done(replay, replay.done[-1]),) if scored is None else effects_of(replay, scored)
    if not replay.is_over:
        return " ".join(said)
    over = _("The duel is over.") if replay.hand is not None else _("Here the duel ended.")
    return " ".join([*said, over])


def _done(replay: Replay, step: ReplayStep) -> str:
    if step.seat == DEALER:
        return _("The deck is empty: the discard pile is shuffled and becomes the deck.")
    if step.action.verb == BLAZE:
        return _blaze_sentence(replay, step.seat)
    words = {"who": name_in(replay, step.seat), "play": play_words(Play.of(named(step.action.argument)))}
    return _("%(who)s: %(play)s.") % words


def _jump(one: RoundShown, *, here: int) -> TrickRow:
    """To the first play of a round, both plays named, or to the blaze that cut it short."""
    led = _("%(who)s played first") % {"who": one.plays[0].who} if one.plays else one.effects[0]
    cards = [
        (card.text, card is play.faces[-1] and card.suit != WANDS.lower()) for play in one.plays for card in play.faces
    ]
    near, far = one.left
    return TrickRow(
        one.number,
        led,
        tuple(cards),
        f"{near}:{far}",
        near >= far,
        step=one.step,
        is_here=one.number == here,
        ring=_("on top"),
    )


# -- the duel -------------------------------------------------------------------------------------------


def _heading(game: PlayedGame) -> str:
    if game.result is None:
        return unfinished(game, _("A duel given up"), _("The duel so far"))
    blaze, winner = view_of(game).blaze, game.result.winner
    if blaze is None or winner is None:
        return won(game, game.result)
    if blaze.invoker != winner:
        return _failed(game, blaze.invoker, winner)
    return _("%(who)s won the duel on a blaze of glory") % {"who": name_in(game, winner)}


def _failed(game: PlayedGame, invoker: Seat, winner: Seat) -> str:
    """A blaze that lost the duel for whoever invoked it."""
    words = {"loser": name_in(game, invoker), "who": name_in(game, winner)}
    if invoker == game.own:
        return _("Your blaze failed; %(who)s won the duel") % words
    if winner == game.own:
        return _("%(loser)s’s blaze failed; you won the duel") % words
    return _("%(loser)s’s blaze failed; %(who)s won the duel") % words
