"""The command ``tefuda doctor``: tries what the bot relies on against the real Discord."""
