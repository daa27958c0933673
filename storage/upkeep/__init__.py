"""Looking after what is kept, and carrying it elsewhere."""
