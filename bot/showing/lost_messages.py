"""The search for what may have got lost: sent, but the bot or the line broke down before it was known."""

from __future__ import annotations

from bot.interactions.replies import UNREACHABLE
from bot.pace.pacer import Rank, Way
from bot.showing.calls import Decisions
from bot.showing.messages import Public

GIVE_UP_SEARCH = 3
"""After so many failures to look for a lost message, the table goes on as if there was none."""


class SearchLost(Public):
    """Find the message of ours that was sent when the bot, or the line, broke down; take it, or delete it.

    Whoever was called by it is not called again.
    """

    _errand = (Rank.MESSAGE, Way.READ)

    def due_at(self, now: int) -> int | None:
        return None if self._post.is_certain or self._post.is_sending else now

    async def act(self) -> None:
        table, post = self._table, self._post
        found = await self._found()
        shown = table.shown
        known = {shown.message_id, shown.notice_id, shown.call_id, *shown.stale}
        lost = sorted(message_id for message_id in found if message_id not in known)
        post.is_certain = True
        calls = [(one, called) for one in reversed(lost) if (called := self._called_by(found[one]))]
        if lost and shown.message_id is None:
            await post.show(message_id=lost.pop(), mark="", stale=(*shown.stale, *lost))
        elif calls:
            call_id, called = calls[0]
            before = () if shown.call_id is None else (shown.call_id,)
            stale = (*shown.stale, *before, *[one for one in lost if one != call_id])
            await post.show(call_id=call_id, called=(*shown.called, *called), stale=stale)
        else:
            await post.show(stale=(*shown.stale, *lost))

    def _called_by(self, said: str) -> Decisions:
        """List the decisions, not called for as far as is known, whose people are called by what was said."""
        state, called = self._table.state, self._table.shown.called
        return tuple(
            one
            for one in state.open_decisions()
            if one not in called and f"<@{state.seats[one[0]].user_id}>" in said
        )

    async def _found(self) -> dict[int, str]:
        try:
            return await self._channels.find(self._channel_id, self._table.id)
        except UNREACHABLE:
            if self.failures < GIVE_UP_SEARCH:
                raise
            return {}
