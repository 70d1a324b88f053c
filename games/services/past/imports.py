"""Records taken into somebody's history: refereed first, then all that are new to it are written, game by game.

Such a game is marked and counts nowhere but in that history. The seeds a record names are kept where they give its
deal, as a claim (`ForeignSeal`): this house had not committed itself to them before the cards were dealt, and a seed
that stands on a `Seal` already stays that hand's alone.
"""

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models import Guest, User
from accounts.names import COMPUTER_PLAYER, caseless
from accounts.people import Person, hold
from games.dealing import LONGEST_SEED_OF_RECORD, SEED_BYTES
from games.engine.actions import DEAL, START, Action
from games.engine.options import differing
from games.engine.state import DEALER, Result, plain
from games.models import Entry, ForeignSeal, Game, Hand, Seal, Seat
from games.records.actions import digest, digest_as_written, recorded_actions
from games.records.reading import HandRead, RecordError, RecordRead, SeatRead, hand_read, read
from games.records.referee import referee
from games.registry import levels, ruleset
from games.review.decisions import By, LoggedAction
from games.services.counting import tallies
from games.services.log import logs
from games.services.log.logs import BETWEEN
from games.services.moves import store
from games.services.past import records
from games.services.past.proofs import agrees
from games.services.past.record_files import BadFile, at_line, lines_with_records, record_in
from games.services.table.tables import seats_of
from games.snapshot import SealSnapshot, Status

#: Games one person may have taken in.
MOST_IMPORTED: Final = 10_000
LONGEST_NAME: Final = 40
PERSON: Final = "person"


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file: the codes of the new games, how many hands of these had a proof that did not hold, and how
    many games the history had already.
    """

    codes: tuple[str, ...]
    unproved: int
    known: int


@dataclass(frozen=True, slots=True)
class _Taken:
    """A record that may be written: its game and seats as rows not yet stored, and its log.

    `digests` are those under which it may be here already, `first` the hands of its first deal in any order of cards.
    Practice has no digests, nor has a game without a deal: of those somebody may have several that are alike.
    """

    line: int
    game: Game
    digests: frozenset[str]
    first: tuple[tuple[str, ...], ...]
    seats: tuple[Seat, ...]
    log: logs.Log
    seals: tuple[SealSnapshot, ...]
    unproved: int


def import_file(
    *, person: Person, lines: Iterable[bytes], seat: int | None = None, most: int | None = None
) -> Imported:
    """Take every record of the file that is new into the person's history; raises BadFile where a line is wrong or none
    is new. Whatever is raised, nothing was taken; a process that is killed leaves the games it had written, which are
    known when the file comes again.

    `seat` is the person's where two people sat and neither has the person's name. `most` limits the games.
    """
    taken = list[_Taken]()
    for number, line in lines_with_records(lines, most=most):
        with at_line(number):
            taken.append(_taken(person, number, record_in(line), seat))
    new = _written(person, _new(person, taken, _played_here(person, taken)))
    codes, unproved = tuple(one.game.code for one in new), sum(one.unproved for one in new)
    return Imported(codes, unproved, known=len(taken) - len(new))


def adopt(*, guest: Guest, user: User) -> None:
    """What both have taken in stays the user's alone. The caller owns the transaction and passes on the rest."""
    taken = Game.objects.filter(imported_at__isnull=False, is_counted=True)
    taken.filter(seats__guest=guest, digest__in=taken.filter(seats__user=user).values("digest")).delete()


# -- refereeing: no row is touched ------------------------------------------------------------------


def _taken(person: Person, number: int, record: RecordRead, seat: int | None) -> _Taken:
    if not levels(record.rules.key):
        raise RecordError("NOT_PLAYED_HERE", "This game is only refereed here. There is no table on which to show it.")
    result = referee(record).result
    if result is None and record.ended is None:
        raise RecordError("NOT_OVER", "This game is still going on. Only games that are over can be imported.")
    game = _game(record, result)
    own = _own_seat(person, record.seats, seat)
    seats = tuple(_seat(game, i, one, person if i == own else None) for i, one in enumerate(record.seats))
    seals, unproved = _proofs(record, game)
    is_told_apart = record.hands and not record.is_practice
    digests = frozenset((game.digest, digest_as_written(record)) if is_told_apart else ())
    first = _hands_of(plain(hand_read(0, record.hands[0]).deal)) if record.hands else ()
    return _Taken(number, game, digests, first, seats, _log(record, game, seats), seals, unproved)


def _game(record: RecordRead, result: Result | None) -> Game:
    """A result that the record leaves out is computed, so a whole game is finished whatever it says."""
    now = timezone.now()
    ended = record.ended if result is None else None
    return Game(
        key=record.rules.key,
        options=differing(record.rules.options, record.options),
        rules_version=record.rules.version,
        status=Status.FINISHED if ended is None else Status.ABANDONED,
        winner=None if result is None else result.winner,
        why=(result.why or "" if result is not None else "") if ended is None else ended.why,
        gave_up=None if ended is None else ended.seat,
        imported_at=now,
        digest=digest(record),
        is_counted=not record.is_practice,
        started_at=now,
        moved_at=now,
        ended_at=now,
    )


def _own_seat(person: Person, seats: tuple[SeatRead, ...], chosen: int | None) -> int:
    """The only person's seat, else the one of the person's name, else the one chosen; raises RecordError."""
    people = [i for i, one in enumerate(seats) if one.player == PERSON]
    people = people or [i for i, one in enumerate(seats) if not one.player]
    if not people:
        raise RecordError("WHOSE_SEAT", "No person sat at this game.", about="nobody")
    named = [i for i in people if caseless(seats[i].name) == caseless(person.name)]
    for one in (people, named, [i for i in people if i == chosen]):
        if len(one) == 1:
            return one[0]
    raise RecordError(
        "WHOSE_SEAT", "Several people sat at this game, and none has your name. Say which seat was yours."
    )


def _seat(game: Game, number: int, read: SeatRead, person: Person | None) -> Seat:
    rules = ruleset(game.key)
    side = rules.side(game.options, number)
    left_at = game.imported_at if read.has_left else None
    if person is not None:
        return Seat(game=game, number=number, side=side, user=person.user, guest=person.guest, left_at=left_at)
    name = _name(read.name)
    if read.player in levels(game.key):
        is_usual = name == COMPUTER_PLAYER or rules.seats == 2
        return Seat(game=game, number=number, side=side, level=read.player, name="" if is_usual else name)
    return Seat(game=game, number=number, side=side, name=name, left_at=left_at)


def _name(text: str) -> str:
    """What can be shown of it: no control characters, no marks that turn the line around, no half characters."""
    return "".join(one for one in text if one.isprintable()).strip()[:LONGEST_NAME].strip()


def _log(record: RecordRead, game: Game, seats: tuple[Seat, ...]) -> logs.Log:
    log = logs.opened(game)
    own = next(seat.number for seat in seats if seat.user is not None or seat.guest is not None)
    for one in recorded_actions(record):
        log = log.with_action(one.seat, one.action, _source(one, seats), game.started_at)
        if one.action.verb == DEAL:
            log = _helped(log, own, hand_read(log.state.number - 1, record.hands[log.state.number - 1]))
    game.version, game.number, game.scores = log.version, log.state.number, store.scores(log)
    return log


def _helped(log: logs.Log, own: int, hand: HandRead) -> logs.Log:
    """The log of a hand just dealt with what the record tells of help in it."""
    if hand.hints:
        log = log.hinted(own, Action(logs.TIMES, hand.hints), log.fresh[-1].at)
    if hand.undone:
        log = log.took_back(own, Action(logs.TIMES, hand.undone), log.fresh[-1].at)
    return log


def _source(one: LoggedAction, seats: tuple[Seat, ...]) -> Entry.Source:
    if one.seat == DEALER:
        return Entry.Source.DEALER
    if one.by is By.TABLE:
        return Entry.Source.TABLE
    return Entry.Source.COMPUTER if seats[one.seat].level else Entry.Source.PERSON


# -- proofs -----------------------------------------------------------------------------------------


def _proofs(record: RecordRead, game: Game) -> tuple[tuple[SealSnapshot, ...], int]:
    """The proofs that hold, and how many do not. One holds if it gives all that the dealer drew in its hand."""
    proofs = [hand_read(i, entry).proof for i, entry in enumerate(record.hands)]
    claims = {number: _claim(proof, number) for number, proof in enumerate(proofs, start=1) if proof is not None}
    holding = {number: seal for number, seal in claims.items() if seal is not None}
    if not holding:
        return (), len(claims)
    log, events = logs.opened(game), 0
    for one in recorded_actions(record):
        if one.seat == DEALER and one.action.verb != START:
            number = log.state.number + (one.action.verb == DEAL)
            seal = holding.get(number)
            if seal is not None and not agrees(log.rules, log.state, seal, event=events, deal=one.action.argument):
                del holding[number]
        log = log.with_action(one.seat, one.action, Entry.Source.DEALER, game.started_at)
        if one.seat == DEALER:
            events += 1
        elif log.state.phase in BETWEEN:
            events = 0
    return tuple(holding.values()), len(claims) - len(holding)


def _claim(proof: object, number: int) -> SealSnapshot | None:
    """The seal that a record's proof tells of; None where it cannot be read."""
    if not isinstance(proof, dict):
        return None
    texts = [proof.get(name) for name in ("commitment", "algorithm", "player_seed", "server_seed")]
    commitment, algorithm, player_seed, server_seed = (one if isinstance(one, str) else "" for one in texts)
    try:
        secret = bytes.fromhex(server_seed)
        player_seed.encode()
    except ValueError:
        return None
    if len(secret) != SEED_BYTES or len(player_seed) > LONGEST_SEED_OF_RECORD or "\0" in player_seed:
        return None
    return SealSnapshot(number, commitment, algorithm, player_seed, secret.hex(), is_foreign=True)


# -- writing ----------------------------------------------------------------------------------------


def _new(person: Person, taken: list[_Taken], played: frozenset[str]) -> list[_Taken]:
    """Those that the history has not yet, each once; raises BadFile where there are none, or too many."""
    known, sealed = _known(person, taken), _sealed_here(person, taken)
    new: list[_Taken] = []
    nothing_new: BadFile | None = None
    for one in taken:
        wrong = _why_known(one, known, played, sealed)
        if wrong is None:
            new.append(one)
            known |= one.digests
        else:
            nothing_new = nothing_new or BadFile(one.line, wrong)
    if nothing_new is not None and not new:
        raise nothing_new
    before = seats_of(person).filter(game__imported_at__isnull=False).count()
    if before + len(new) > MOST_IMPORTED:
        reason = f"Your history holds at most {MOST_IMPORTED} imported games."
        wrong = RecordError("TOO_MANY", reason, about="history", number=MOST_IMPORTED)
        raise BadFile(new[max(0, MOST_IMPORTED - before)].line, wrong)
    return new


def _known(person: Person, taken: list[_Taken]) -> set[str]:
    """The digests of these that the history has."""
    digests = frozenset[str]().union(*(one.digests for one in taken))
    counted = seats_of(person).filter(game__digest__in=digests, game__is_counted=True)
    return set(counted.values_list("game__digest", flat=True))


def _why_known(one: _Taken, known: set[str], played: frozenset[str], sealed: set[str]) -> RecordError | None:
    """By which the history has this game already; None where it is new."""
    if not known.isdisjoint(one.digests):
        return RecordError("ALREADY_HERE", "This record is in your history already.")
    if one.game.digest in played:
        return RecordError("ALREADY_HERE", "You played this game here: it is in your history already.", about="played")
    if not sealed.isdisjoint(seal.server_seed for seal in one.seals):
        reason = "You were dealt these cards here: you have a game of your own with them."
        return RecordError("ALREADY_HERE", reason, about="cards")
    return None


def _played_here(person: Person, taken: list[_Taken]) -> frozenset[str]:
    """What the person played here of these records, by digest: a record need not tell its proofs. Only games that
    began with the same cards are replayed.
    """
    firsts = {(one.game.key, one.first) for one in taken if one.first}
    own = seats_of(person).filter(game__imported_at=None, game__key__in={key for key, _first in firsts})
    begun = Hand.objects.filter(number=1, game__in=own.exclude(game__status=Status.PLAYING).values("game"))
    hands = begun.values_list("game__code", "game__key", "deal").iterator()
    codes = [code for code, key, deal in hands if (key, _hands_of(deal)) in firsts]
    return frozenset(digest(read(records.game_line(code=code))) for code in codes)


def _hands_of(deal: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(cards)) for cards in deal["hands"])


def _sealed_here(person: Person, taken: list[_Taken]) -> set[str]:
    """Of the seeds these records name, those of the person's own games: such a record came from here. It may be of
    somebody else who played the same board.
    """
    named = [bytes.fromhex(seal.server_seed) for one in taken for seal in one.seals[:1] if seal.server_seed]
    games = seats_of(person).values("game")
    found = Seal.objects.filter(server_seed__in=named, game__in=games).values_list("server_seed", flat=True)
    return {bytes(seed).hex() for seed in found}


def _written(person: Person, new: Iterable[_Taken]) -> list[_Taken]:
    """Those of them that are still new, each in a transaction of its own: SQLite has one writer, and nobody at a table
    is to wait for a whole file.
    """
    written = list[_Taken]()
    with ExitStack() as undone:
        for one in new:
            with transaction.atomic():
                hold(person)  # one at a time, so that the same file sent twice at once is found
                if not _known(person, [one]):
                    _write(one)
                    tallies.count_late(person=person, days=set(one.game.lines.values_list("day", flat=True)))
                    written.append(one)
                    undone.callback(one.game.delete)
        undone.pop_all()  # nothing was raised: all stay
    return written


def _write(one: _Taken) -> None:
    one.game.save(force_insert=True)
    Seat.objects.bulk_create(one.seats)
    store.write_whole(one.game, one.log)
    ForeignSeal.objects.bulk_create(
        ForeignSeal(
            game=one.game,
            number=seal.number,
            server_seed=bytes.fromhex(seal.server_seed or ""),
            commitment=seal.commitment,
            player_seed=seal.player_seed,
            algorithm=seal.algorithm,
        )
        for seal in one.seals
    )
