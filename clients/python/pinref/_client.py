"""The two clients: how they wait, and in which threads they send requests."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Optional

from ._async_operations import AsyncOperations
from ._http import BASE_URL, Value
from ._operations import Operations

__all__ = ["AsyncPinref", "Pinref"]


class Pinref(Operations):
    """Calls a Pinref server.

    api_key: one of your account's keys. Without a key, you can make a few free calls a day.
    base_url: the address of the server.
    timeout: the seconds to wait for a response.
    retries: how many times to retry a call after a temporary failure: no response, a server error, or the rate limit.
        A call whose response was lost may have been counted.
    max_wait: the maximum seconds to wait before a retry. A call that would have to wait longer fails immediately.
    """

    def _do(self, work: Callable[[Any], Value], argument: Any) -> Value:
        return work(argument)

    def _sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class AsyncPinref(AsyncOperations):
    """Calls a Pinref server from asyncio, with the methods of `Pinref`.

        async with AsyncPinref("YOUR_API_KEY") as client:
            listing = await client.resolve("https://maps.app.goo.gl/...")

    Requests run in this client's threads, up to `max_connections` at a time; the others wait. Waiting before a
    retry doesn't use a thread. A canceled task stops waiting immediately, but a request already
    sent may be counted.

    max_connections: the maximum number of concurrent requests. The other arguments are the same as for `Pinref`.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: str = BASE_URL,
        timeout: float = 30,
        retries: int = 3,
        max_wait: float = 60,
        max_connections: int = 10,
    ) -> None:
        super().__init__(api_key, base_url, timeout, retries, max_wait)
        # Doesn't use the event loop's threads, because other code would have to wait for them.
        self._threads = ThreadPoolExecutor(max_connections, "pinref")

    async def __aenter__(self) -> AsyncPinref:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends the client's threads once their requests are complete."""
        self._threads.shutdown(wait=False)

    async def _do(self, work: Callable[[Any], Value], argument: Any) -> Value:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, argument)

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
