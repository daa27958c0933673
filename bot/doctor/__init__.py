"""The command ``tefuda doctor``: checks that the real Discord behaves as the bot expects."""
