"""What a hand that is over was worth, decision by decision, and how much of it was luck. No game, row or clock here."""
