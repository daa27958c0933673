"""Several processes that share a bot: each serves some of its shards. Only the command line imports this
package.
"""
