"""Tables from the lobby to the result: seats, moves, and what people were shown."""
