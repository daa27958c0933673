"""How strong are computer players? Many games among them, without Discord and without a database."""
