"""Projections of a game's log for pages and statistics: hands, bids, discards, tricks and plays.

A `Hand` is stored with the deal. The transaction that ends the hand or abandons the game stores all other rows, and
the result of a finished hand. `manage.py rebuild_projections` rebuilds the rows.
"""

from django.db import models
from django.db.models import Q

from games.table.models.log import Game


class Hand(models.Model):
    """A hand as dealt, with its result once it is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField(db_comment="The seat that leads or speaks first.")
    deal = models.JSONField(db_comment="The cards dealt: hands, and kitty and deck if there are any.")
    auto = models.PositiveSmallIntegerField(default=0, db_comment="Plays at its end made by the table.")
    hints = models.PositiveSmallIntegerField(default=0, db_default=0, db_comment="The number of hints shown.")
    undone = models.PositiveSmallIntegerField(default=0, db_default=0, db_comment="The number of undos.")
    result = models.JSONField(null=True, blank=True, db_comment="The result as in a record; null during play.")
    sheet = models.JSONField(null=True, blank=True, db_comment="The source of each point.")
    dealt_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_hand_is_dealt_once_per_game"),
            models.CheckConstraint(
                name="a_hand_with_a_result_has_ended",
                condition=Q(result__isnull=True, ended_at__isnull=True)
                | Q(result__isnull=False, ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}"


class Bid(models.Model):
    """A bid, a pass, or a blaze of Card Duel. `tricks` is the number of tricks or books promised, if any."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="bids", db_index=False)
    place = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=16)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    blind = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "place"], name="bids_are_made_one_after_another"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} bids {self.text}"


class Discard(models.Model):
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="discards", db_index=False)
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "card"], name="a_card_is_discarded_once_per_hand"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} puts aside {self.card}"


class Trick(models.Model):
    """A trick, or a round of a duel. `winner` is null for an unfinished trick and for a round."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="tricks", db_index=False)
    number = models.PositiveSmallIntegerField()
    leader = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="a_trick_is_played_once_per_hand"),
        ]

    def __str__(self) -> str:
        return f"trick {self.number}"


class Play(models.Model):
    """A card played. `hand` repeats the trick's hand, so that a unique constraint forbids playing a card twice.

    In a duel a card may be played again after a reshuffle of the discards (`shuffle`).
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="plays", db_index=False)
    trick = models.ForeignKey(Trick, on_delete=models.CASCADE, related_name="plays", db_index=False)
    place = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)
    shuffle = models.PositiveSmallIntegerField(
        default=0, db_comment="The number of reshuffles of the discards before, in this hand."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["trick", "place"], name="a_place_in_a_trick_is_filled_once"),
            models.UniqueConstraint(fields=["hand", "shuffle", "card"], name="a_card_is_played_once_between_shuffles"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} plays {self.card}"
