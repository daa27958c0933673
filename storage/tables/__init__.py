"""Tables from the lobby to the result: seats, moves, invitations and messages."""
