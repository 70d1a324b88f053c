"""What accounts tell the rest of the house. The apps that keep rows for people listen.

`guest_adopted`  sent by `accounts.people.adopt`, inside the transaction that marks the guest as adopted, with `guest`
                 and `user`. Receivers re-point the guest's rows to the user. One that raises undoes the whole adoption.
`guest_history`  sent by `accounts.people.history_of` with `guest` and `user`. Receivers return how many finished hands
                 would come along to the user; all of the guest's where `user` is None.
`guest_staying`  sent by `accounts.people.staying_of` with `guest` and `user`. Receivers return how many hands would
                 stay behind, finished or not.
`person_leaving` sent by `accounts.leaving.leave`, inside its transaction, with `person`. Receivers let go of the
                 person's rows. One that raises undoes the leaving.
"""

from django.dispatch import Signal

guest_adopted = Signal()
guest_history = Signal()
guest_staying = Signal()
person_leaving = Signal()
