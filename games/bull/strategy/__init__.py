"""The strategy of the computer players of Porker Bull."""
