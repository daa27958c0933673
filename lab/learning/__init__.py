"""Commands that learn the numbers in ``games/*/strategy`` from games of computer players."""
