"""A past duel step by step with everything open, and a past duel round by round."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.cardduel.say import effect_words, play_words
from games.cardduel.score import WANDS, Play, Round
from games.cardduel.state import BLAZE, FULL_HP, PLAY, CardDuelState, named, own
from games.cardduel.table import in_order
from games.engine.cards import Card
from games.engine.state import DEALER, Seat
from games.snapshot import GameSeen, Replay, Status, StepSeen
from games.viewmodel.levels import level_name
from games.viewmodel.replay import ReplayContext, ReviewContext, TrickJump, actor_of, name_of
from games.viewmodel.table import Face, face
from games.viewmodel.words import card_name


@dataclass(frozen=True, slots=True)
class DuellistShown:
    """One side at one step, its hand open. `played` is its play of the round, with what it is for."""

    name: str
    letter: str
    level: str
    hp: int
    most: int
    has_coin: bool
    is_turn: bool
    cards: tuple[Face, ...]
    cards_name: str
    played: tuple[Face, ...]
    does: str
    spoken: str


@dataclass(frozen=True, slots=True)
class CardDuelReplayShown:
    near: DuellistShown
    far: DuellistShown
    round: int
    deck: int


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of the review: `step` is where it is replayed from."""

    number: int
    step: int
    effects: tuple[str, ...]
    near: int
    far: int


@dataclass(frozen=True, slots=True)
class CardDuelReviewShown:
    near: str
    far: str
    lines: tuple[RoundLine, ...]


class CardDuelReplay:
    def hand(self, replay: Replay) -> ReplayContext:
        state = own(replay.state)
        near = replay.game.side.near
        return ReplayContext(
            template="games/replay/cardduel.html",
            title=_("Card Duel"),
            heading=_("Replay of the duel: both hands open"),
            number=replay.number,
            step=replay.step,
            last=replay.last,
            where=_where(replay, state),
            say=_said(replay, state),
            actor=actor_of(replay),
            is_over=replay.step == replay.last,
            tricks=_jumps(replay),
            before=None,
            auto_note="",
            points=None,
            seal=replay.seal,
            is_whole=True,
            more=CardDuelReplayShown(
                near=_duellist(replay, state, near),
                far=_duellist(replay, state, 1 - near),
                round=_round_shown(replay, state),
                deck=len(state.deck),
            ),
        )

    def review(self, game: GameSeen) -> ReviewContext:
        state, near = own(game.state), game.side.near
        names = {"near": name_of(game, near, first=False), "far": name_of(game, 1 - near, first=False)}
        return ReviewContext(
            template="games/replay/cardduel_review.html",
            title=_("Card Duel"),
            heading=_heading(game),
            about=_("%(near)s against %(far)s") % names,
            parted=_("Round by round"),
            numbers=game.numbers,
            more=CardDuelReviewShown(name_of(game, near), name_of(game, 1 - near), _lines(game, state)),
        )


# -- one step -------------------------------------------------------------------------------------------


def _just_scored(replay: Replay, state: CardDuelState) -> Round | None:
    """The round that the last step has closed, so that its plays still lie there."""
    if not replay.done or replay.done[-1].action.verb != PLAY or not state.rounds:
        return None
    before = own(replay.states[replay.step - 1])
    return state.rounds[-1] if len(state.rounds) > len(before.rounds) else None


def _round_shown(replay: Replay, state: CardDuelState) -> int:
    scored = _just_scored(replay, state)
    return state.round if scored is None else scored.number


def _duellist(replay: Replay, state: CardDuelState, seat: Seat) -> DuellistShown:
    name, level = name_of(replay.game, seat), replay.game.seated[seat].level
    held = in_order(state.hands[seat])
    scored = _just_scored(replay, state)
    play = state.plays[seat] if scored is None else scored.plays[seat]
    cards = () if play is None else play.cards
    return DuellistShown(
        name=name,
        letter=name[:1].upper(),
        level=level_name(level) if level else "",
        hp=state.hp[seat],
        most=max(FULL_HP, *state.hp),
        has_coin=(state.coin if scored is None else scored.coin) == seat,
        is_turn=replay.step < replay.last and replay.steps[replay.step].seat == seat,
        cards=tuple(map(face, held)),
        cards_name=_("%(name)s: %(n)s cards") % {"name": name, "n": len(held)},
        played=tuple(map(face, cards)),
        does="" if play is None else play_words(play),
        spoken=_spoken(name, cards),
    )


def _spoken(name: str, cards: tuple[Card, ...]) -> str:
    if not cards:
        return _("%(who)s: no play yet") % {"who": name}
    return f"{name}: {', '.join(card_name(one) for one in cards)}"


def _where(replay: Replay, state: CardDuelState) -> str:
    return _("As dealt.") if not replay.done else _("Round %(n)s.") % {"n": _round_shown(replay, state)}


def _said(replay: Replay, state: CardDuelState) -> str:
    if not replay.done:
        coin = name_of(replay.game, state.coin, first=False)
        return _("The coin is with %(who)s, who plays first.") % {"who": coin}
    said = [_done(replay, replay.done[-1])]
    scored = _just_scored(replay, state)
    if scored is not None:
        said = [effect_words(name_of(replay.game, one.seat), scored, one) for one in scored.effects]
    if replay.step == replay.last:
        said.append(_("The duel is over.") if replay.hand is not None else _("Here the duel was given up."))
    return " ".join(said)


def _done(replay: Replay, step: StepSeen) -> str:
    if step.seat == DEALER:
        return _("The deck is empty: the discard pile is shuffled and becomes the deck.")
    words = {"who": name_of(replay.game, step.seat)}
    if step.action.verb == BLAZE:
        return _("%(who)s: blaze of glory.") % words
    play = Play.of(named(step.action.argument))
    return _("%(who)s: %(play)s.") % {**words, "play": play_words(play)}


def _jumps(replay: Replay) -> tuple[TrickJump, ...]:
    """To the first play of each round; both plays are named, the holder of the coin's first."""
    here = _round_shown(replay, own(replay.state)) if replay.done else 0
    end, found = own(replay.states[-1]), []
    for scored, step in zip(end.rounds, _first_steps(replay), strict=False):
        plays = (scored.plays[scored.coin], scored.plays[1 - scored.coin])
        cards = tuple((one.text, one is play.top and one.suit is not WANDS) for play in plays for one in play.cards)
        near, far = scored.hp[replay.game.side.near], scored.hp[1 - replay.game.side.near]
        found.append(
            TrickJump(
                number=scored.number,
                step=step,
                led=_("%(who)s played first") % {"who": name_of(replay.game, scored.coin)},
                cards=cards,
                winner=f"{near}:{far}",
                is_near=near >= far,
                is_here=scored.number == here,
                by_table=False,
            )
        )
    return (*found, *_blaze_jump(replay, end))


def _blaze_jump(replay: Replay, end: CardDuelState) -> tuple[TrickJump, ...]:
    """To the blaze that ended the duel: the round it cut short is one, too."""
    if end.blaze is None:
        return ()
    near, far = end.hp[replay.game.side.near], end.hp[1 - replay.game.side.near]
    told = _("%(who)s: blaze of glory.") % {"who": name_of(replay.game, end.blaze.invoker)}
    is_here = replay.step == replay.last
    jump = TrickJump(end.round, replay.last, told, (), f"{near}:{far}", near >= far, is_here, False)
    return (jump,)


def _first_steps(replay: Replay) -> list[int]:
    """The step of the first play of each round."""
    found, rounds = [], 0
    for number, state in enumerate(replay.states[1:], start=1):
        laid = own(state)
        is_first = replay.steps[number - 1].action.verb == PLAY and laid.plays.count(None) == 1
        if is_first and laid.round > rounds:
            rounds = laid.round
            found.append(number)
    return found


# -- the duel -------------------------------------------------------------------------------------------


def _heading(game: GameSeen) -> str:
    if game.result is None:
        return _("A duel given up") if game.status == Status.ABANDONED else _("The duel so far")
    state = own(game.state)
    hp = state.hp
    if game.result.winner is None:
        return _("A draw, %(n)s hit points each") % {"n": hp[0]}
    words = {
        "who": name_of(game, game.result.winner),
        "won": hp[game.result.winner],
        "lost": hp[1 - game.result.winner],
    }
    if state.blaze is not None and state.blaze.invoker != game.result.winner:
        return _failed(game, state.blaze.invoker, game.result.winner)
    if state.blaze is not None:
        return _("%(who)s won the duel on a blaze of glory") % words
    return _("%(who)s won the duel, %(won)s to %(lost)s") % words


def _failed(game: GameSeen, invoker: Seat, winner: Seat) -> str:
    """A blaze that lost the duel for whoever invoked it."""
    words = {"loser": name_of(game, invoker), "who": name_of(game, winner)}
    if invoker == game.side.own:
        return _("Your blaze failed; %(who)s won the duel") % words
    if winner == game.side.own:
        return _("%(loser)s’s blaze failed; you won the duel") % words
    return _("%(loser)s’s blaze failed; %(who)s won the duel") % words


def _lines(game: GameSeen, state: CardDuelState) -> tuple[RoundLine, ...]:
    """Two plays a round; a reshuffle before it is a step of its own."""
    near, found = game.side.near, []
    plays = [step for step, (by, _action) in enumerate(state.actions, start=1) if by != DEALER]
    for scored in state.rounds:
        effects = tuple(effect_words(name_of(game, one.seat), scored, one) for one in scored.effects)
        step = plays[2 * (scored.number - 1)]
        found.append(RoundLine(scored.number, step, effects, scored.hp[near], scored.hp[1 - near]))
    if state.blaze is not None:
        told = _("%(who)s: blaze of glory.") % {"who": name_of(game, state.blaze.invoker)}
        found.append(RoundLine(state.round, len(state.actions), (told,), state.hp[near], state.hp[1 - near]))
    return tuple(found)
