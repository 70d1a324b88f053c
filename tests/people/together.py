"""Helpers for tables with several people: start, deal and play them, and make players present or away."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from accounts.models import Guest, User
from games.company import Company
from games.people import joining, rooms
from games.registry import levels
from games.snapshot import Snapshot, Status
from games.table import company, logs, opening, play, tables
from games.table.models import Game, Seat
from games.table.tables import Place
from tests.play import open_room, person_of, reload


def set_last_seen(user: User, code: str, *, seconds: float) -> None:
    """Set the user's last heartbeat to `seconds` ago; a negative number is in the future."""
    Seat.objects.filter(game__code=code, user=user).update(seen_at=timezone.now() - timedelta(seconds=seconds))


def deal_first_hand(*people: User, key: str = "twoman") -> str:
    """Start a game and deal the first hand; all players are present for the next hour."""
    code = start_table(*people, key=key, level=levels(key)[0])
    for user in people:
        deal(user, code, "a seed")
        set_last_seen(user, code, seconds=-3600)
    return code


def whose_turn(code: str, *people: User) -> tuple[User, User]:
    """Return a player who is to act, and another player."""
    owed = [user for user in people if see(user, code).is_mine]
    return owed[0], next(user for user in people if user != owed[0])


def see(user: User, code: str) -> Snapshot:
    return tables.see(reload(user, code))


def company_at(user: User, code: str) -> Company:
    found = see(user, code).company
    assert found is not None
    return found


def send_stand_in(slow: User, code: str, *, sender: User) -> Snapshot:
    """Let `sender` send for a stand-in for `slow`."""
    return company.stand_in(place=reload(sender, code), seat=reload(slow, code).seat)


def ask_to_end(user: User, code: str) -> Snapshot:
    """Let `user` ask to end the game without the first missing player (without `user` if none is missing)."""
    place = reload(user, code)
    return company.ask_to_end(place=place, seat=next(iter(company_at(user, code).missing), place.seat))


def answer_question(user: User, code: str, *, agrees: bool) -> Snapshot:
    """Let `user` answer the open question."""
    question = company_at(user, code).question
    return company.answer(place=reload(user, code), agrees=agrees, asked=question.name if question else "")


def come_back(user: User, code: str) -> Snapshot:
    place = reload(user, code)
    return company.seat_again(place=place, seat=place.seat)


def replace_by_stand_in(code: str, *people: User) -> tuple[User, User]:
    """Let the player who is to act be away, and another player send for a stand-in; return both players."""
    slow, other = whose_turn(code, *people)
    set_last_seen(slow, code, seconds=40)
    send_stand_in(slow, code, sender=other)
    return slow, other


def play_to_a_turn(code: str, *people: User) -> None:
    """Play until only one player is to act, in the phase of play."""
    for _ in range(60):
        owed = [reload(user, code) for user in people if see(user, code).is_mine]
        if len(owed) == 1 and see(people[0], code).view.phase == "play":
            return
        act(owed[0])
    raise AssertionError("there was never only one player to act")


def leave_game(user: User, code: str) -> None:
    assert opening.abandon(place=reload(user, code))


def expire_question() -> None:
    """Make the open question older than the time for an answer."""
    game = Game.objects.get()
    assert game.question is not None
    Game.objects.update(question={**game.question, "at": game.question["at"] - 21})


def deal_to_three(*people: User) -> tuple[str, User, tuple[User, User]]:
    """Deal Spades to three people. The player to act is away. Return the code, that player and the two others."""
    code = deal_first_hand(*people, key="spades")
    for _ in range(40):
        snapshots = {user: see(user, code) for user in people}
        owed = [user for user in people if snapshots[user].is_mine]
        if len(owed) == 1:
            set_last_seen(owed[0], code, seconds=40)
            first, second = (user for user in people if user != owed[0])
            return code, owed[0], (first, second)
        if owed:
            act(reload(owed[0], code))
        else:
            assert play.reply(code=code, version=snapshots[people[0]].version)
    raise AssertionError("there was never only one player to act")


def start_table(*people: User | Guest, key: str = "spades", level: str = "normal") -> str:
    """Start a game of these people and return its code; the first is the owner."""
    opener, *others = map(person_of, people)
    room = open_room(person=opener, key=key, chosen={}, level=level)
    token = rooms.room_of(person=opener, code=room).token
    for one in others:
        joining.join(person=one, token=token)
    return joining.start(person=opener, code=room)


def deal(user: User | Guest, code: str, seed: str) -> Snapshot:
    place = reload(user, code)
    return play.deal(place=place, seed=seed, version=logs.read(place.game).version)


def act(place: Place, chance: Random | None = None) -> None:
    """Make the first legal action, or a random one."""
    snapshot = tables.see(place)
    legal = snapshot.view.legal
    action = (legal[0] if chance is None else chance.choice(legal)).first
    play.submit(place=place, action=action, version=snapshot.version)


def play_hand(code: str, *people: User | Guest) -> None:
    """Let the people play random legal actions until the hand is over; bots choose as they do in a worker."""
    chance = Random(4)
    for _ in range(200):
        places = [reload(user, code) for user in people]
        snapshots = [tables.see(place) for place in places]
        if snapshots[0].needs_deal or snapshots[0].status != Status.PLAYING:
            return
        mine = [place for place, one in zip(places, snapshots, strict=True) if one.is_mine]
        if mine:
            act(mine[0], chance)
        else:
            assert play.reply(code=code, version=snapshots[0].version)
    raise AssertionError("the hand has not ended after 200 actions")
