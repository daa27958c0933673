"""The strategy of the computer players of Tomoefuda."""
