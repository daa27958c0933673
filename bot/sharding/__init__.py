"""Several processes that share a bot: each serves some of its shards."""
