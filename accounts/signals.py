"""Signals of accounts, for apps whose rows belong to people.

`guest_adopted`  sent by `accounts.people.adopt`, inside the transaction that marks the guest as adopted, with `guest`
                 and `user`. Receivers re-point the guest's rows to the user. An exception undoes the adoption.
`guest_history`  sent by `accounts.people.history_of` with `guest` and `user`. Receivers return the number of finished
                 hands of the guest: those that the user would take over, or all if `user` is None.
`guest_staying`  sent by `accounts.people.staying_of` with `guest` and `user`. Receivers return the number of hands,
                 finished or not, that the user would not take over.
`person_leaving` sent by `accounts.people.leave`, inside its transaction, with `person`. Receivers delete or detach
                 the person's rows. An exception undoes the removal.
"""

from django.dispatch import Signal

guest_adopted = Signal()
guest_history = Signal()
guest_staying = Signal()
person_leaving = Signal()
