"""The methods of both clients. `_operations.py` is generated from this file, without `async` and `await`."""

from __future__ import annotations

import http.client
import json
import urllib.parse
import uuid
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Sequence,
    Union,
)

from ._http import Connection, PinrefError, Request, Value, each, is_temporary, with_jitter
from ._resolved import Resolved, burst_wait, result_of
from ._types import *

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncOperations(Connection):
    """The operations of the API."""

    #: The most items in one call.
    _max_items = 100
    #: The size of a part of a batch, in bytes, and the most lines in it.
    _part_bytes = 1_000_000
    _max_lines = 100_000
    #: The most listings that one call adds to a watchlist, and that one call deletes.
    _max_created = 10_000
    _max_deleted = 100

    async def resolve(self, link: str, **options: Unpack[LookupOptions]) -> Listing:
        """Looks up a listing by a share link, the address of a map page, a place id, or a CID link."""
        return await self._call("POST", "resolve", body={"url": link, **options})

    async def search(self, name: str, **options: Unpack[SearchOptions]) -> List[SearchResult]:
        """Searches for listings by name. Returns up to 20, best match first, but permanently closed businesses last.

        A link or an identifier is rejected; `resolve` looks it up.
        """
        return (await self._call("POST", "search", body={"name": name, **options}))["results"]

    async def convert(self, cid: str) -> Conversion:
        """Converts a CID from decimal to hexadecimal or back. Pass the CID as a string."""
        return await self._call("POST", "convert", body={"cid": cid})

    async def batch(self, items: Sequence[BatchItem]) -> List[ItemResult]:
        """Runs up to 100 operations in one call: `{"operation": "resolve", "url": "..."}` and so on.

        Returns one result per item, in the same order. An item that failed has a `problem` instead of a `result`. A type
        checker knows which after `if item["ok"] is True`.
        """
        return (await self._call("POST", "batch", body={"items": list(items)}))["results"]

    async def resolve_many(
        self, links: Union[Iterable[str], AsyncIterable[str]], **options: Unpack[LookupOptions]
    ) -> AsyncIterator[Resolved]:
        """Looks up links, 100 per call, and yields their results in order. Reads links only as it needs them.

        A link that fails has an error as its result and doesn't stop the others. If a whole call fails, this raises.
        """
        chunk: List[str] = []
        async for link in each(links):
            chunk.append(link)
            if len(chunk) == self._max_items:
                for one in await self._resolve_chunk(chunk, options):
                    yield one
                chunk = []
        if chunk:
            for one in await self._resolve_chunk(chunk, options):
                yield one

    async def run_batch(
        self, lines: Union[str, Iterable[Line], AsyncIterable[Line]], **options: Unpack[BatchOptions]
    ) -> Batch:
        """Creates a batch with up to 1,000,000 lines and starts it. Needs an API key.

        A string is a CSV of up to 4 MiB; other lines are sent in parts. Columns of a CSV are guessed if omitted.
        """
        batch_id = (await self._create("batches", body={**options, "start": "later"}))["id"]
        if isinstance(lines, str):
            await self.update_part(batch_id, 1, lines)
        else:
            number = 0
            async for part in self._parts(lines, self._max_lines):
                number += 1
                body = b'{"lines":[' + b",".join(part) + b"]}"
                await self._call("PUT", "batches", batch_id, "parts", number, body=body)
        return await self.start_batch(batch_id)

    async def create_batch(
        self, *, idempotency_key: Optional[str] = None, **options: Unpack[CreateBatchRequest]
    ) -> CreatedBatch:
        """Creates a batch, and starts it if it has `lines`, unless `start` is "later".

        idempotency_key: calls with the same value within 24 hours create only one batch.
        """
        return await self._create("batches", body=options, idempotency_key=idempotency_key)

    async def update_part(self, batch_id: str, part: int, lines: Union[str, Sequence[Line]]) -> BatchPart:
        """Sends a part of a batch's lines: a CSV of up to 4 MiB as a string, or other lines.

        Parts are numbered from 1; sending a part again replaces it. Each part of a CSV begins with its headings and the
        rows above them.
        """
        if isinstance(lines, str):
            headers = {"Content-Type": "text/csv"}
            return await self._call("PUT", "batches", batch_id, "parts", part, body=lines.encode(), headers=headers)
        return await self._call("PUT", "batches", batch_id, "parts", part, body={"lines": list(lines)})

    def list_batches(self, **options: Unpack[ListBatchesOptions]) -> AsyncIterator[Batch]:
        """Yields the account's batches, newest first."""
        return self._each("batches", query=options)

    async def get_batch(self, batch_id: str) -> Batch:
        """Returns a batch's state and counts."""
        return await self._call("GET", "batches", batch_id)

    async def update_batch(self, batch_id: str, **changes: Unpack[UpdateBatchRequest]) -> Batch:
        """Changes a batch's name or client."""
        return await self._call("PATCH", "batches", batch_id, body=changes)

    async def delete_batch(self, batch_id: str) -> DeletedBatch:
        """Cancels a batch and deletes it with its results."""
        return await self._call("DELETE", "batches", batch_id)

    async def start_batch(self, batch_id: str) -> Batch:
        """Starts a batch after its last part."""
        return await self._call("POST", "batches", batch_id, "start")

    async def pause_batch(self, batch_id: str) -> Batch:
        """Pauses a batch until it is resumed."""
        return await self._call("POST", "batches", batch_id, "pause")

    async def resume_batch(self, batch_id: str) -> Batch:
        """Resumes a batch, which then runs with this API key."""
        return await self._call("POST", "batches", batch_id, "resume")

    async def cancel_batch(self, batch_id: str) -> Batch:
        """Cancels a batch and keeps its results so far."""
        return await self._call("POST", "batches", batch_id, "cancel")

    async def repeat_batch(
        self, batch_id: str, *, idempotency_key: Optional[str] = None, **options: Unpack[RepeatBatchRequest]
    ) -> CreatedBatch:
        """Looks up the rows of a finished batch again, in a new batch.

        Once it has finished, its `audit["previous"]` counts what has changed. Omitted options are those of the batch.

        idempotency_key: as in `create_batch`.
        """
        return await self._create("batches", batch_id, "repeat", body=options, idempotency_key=idempotency_key)

    async def list_results(
        self, batch_id: str, *, poll: float = 2, **options: Unpack[ListResultsOptions]
    ) -> AsyncIterator[BatchRow]:
        """Yields the rows of a batch in order, as they are looked up, up to the last one.

        poll: the seconds to wait for more rows while the batch runs. Stop iterating to stop waiting.
        """
        options["after"] = str(options.get("after", 0))
        while True:
            page = await self.get_results(batch_id, **options)
            for row in page["results"]:
                yield row
            after = page["next"]
            if after is None:
                return
            if after == options["after"]:
                await self._sleep(poll)
            options["after"] = after

    async def get_results(self, batch_id: str, **options: Unpack[ListResultsOptions]) -> BatchRows:
        """Returns up to 1,000 rows of a batch, in order, up to the first one that has no result yet."""
        return await self._call("GET", "batches", batch_id, "results", query=options)

    def get_results_csv(self, batch_id: str, **options: Unpack[GetResultsCsvOptions]) -> AsyncIterator[str]:
        """Yields the results of a batch as lines of a CSV, with line breaks, to write to a file or pass to `csv`."""
        return self._lines("batches", batch_id, "results.csv", query=options)

    def get_results_jsonl(self, batch_id: str, **options: Unpack[GetResultsJsonlOptions]) -> AsyncIterator[str]:
        """Yields the results of a batch as JSON Lines, one object per line."""
        return self._lines("batches", batch_id, "results.jsonl", query=options)

    async def create_watchlist(
        self, *, idempotency_key: Optional[str] = None, **settings: Unpack[CreateWatchlistRequest]
    ) -> Watchlist:
        """Creates a watchlist, which reports listings that move, disappear, or reappear. Needs an API key.

        idempotency_key: as in `create_batch`.
        """
        return await self._create("watchlists", body=settings, idempotency_key=idempotency_key)

    def list_watchlists(self, **options: Unpack[ListWatchlistsOptions]) -> AsyncIterator[Watchlist]:
        """Yields the account's watchlists, newest first."""
        return self._each("watchlists", query=options)

    async def get_watchlist(self, watchlist_id: str) -> Watchlist:
        """Returns a watchlist's settings, state and counts."""
        return await self._call("GET", "watchlists", watchlist_id)

    async def update_watchlist(self, watchlist_id: str, **changes: Unpack[UpdateWatchlistRequest]) -> Watchlist:
        """Changes a watchlist's settings. Omitted settings don't change."""
        return await self._call("PATCH", "watchlists", watchlist_id, body=changes)

    async def delete_watchlist(self, watchlist_id: str) -> DeletedWatchlist:
        """Deletes a watchlist with its listings and events."""
        return await self._call("DELETE", "watchlists", watchlist_id)

    async def check_watchlist(self, watchlist_id: str) -> Watchlist:
        """Checks all listings now, at most once a day."""
        return await self._call("POST", "watchlists", watchlist_id, "check")

    async def pause_watchlist(self, watchlist_id: str) -> Watchlist:
        """Pauses a watchlist's checks until it is resumed."""
        return await self._call("POST", "watchlists", watchlist_id, "pause")

    async def resume_watchlist(self, watchlist_id: str) -> Watchlist:
        """Resumes a watchlist's checks."""
        return await self._call("POST", "watchlists", watchlist_id, "resume")

    async def create_listings(
        self, watchlist_id: str, listings: Union[Iterable[ListingToWatch], AsyncIterable[ListingToWatch]]
    ) -> CreatedListings:
        """Adds listings to a watchlist, 10,000 per call. Adding a listing again changes only its name and reference.

        Returns the sums of all calls. An unreadable listing has its index in `listings`.
        """
        total: CreatedListings = {
            "watchlist_id": watchlist_id,
            "created_count": 0,
            "existing_count": 0,
            "unreadable_listings": [],
            "full": False,
        }
        sent = 0
        async for part in self._parts(listings, self._max_created):
            body = b'{"listings":[' + b",".join(part) + b"]}"
            result: CreatedListings = await self._call("POST", "watchlists", watchlist_id, "listings", body=body)
            total["created_count"] += result["created_count"]
            total["existing_count"] += result["existing_count"]
            total["full"] = total["full"] or result["full"]
            for one in result["unreadable_listings"]:
                one["index"] += sent
                total["unreadable_listings"].append(one)
            sent += len(part)
        return total

    async def delete_listings(self, watchlist_id: str, ids: Sequence[str]) -> int:
        """Deletes listings from a watchlist by their `id` in it. Returns how many were in it."""
        count = 0
        for at in range(0, len(ids), self._max_deleted):
            query = {"ids": ",".join(ids[at : at + self._max_deleted])}
            result: DeletedListings = await self._call("DELETE", "watchlists", watchlist_id, "listings", query=query)
            count += result["deleted_count"]
        return count

    def list_listings(self, watchlist_id: str, **options: Unpack[ListListingsOptions]) -> AsyncIterator[WatchedListing]:
        """Yields the listings of a watchlist, in no particular order."""
        return self._each("watchlists", watchlist_id, "listings", query=options)

    def list_events(
        self, watchlist_id: str, *, poll: Optional[float] = None, **options: Unpack[ListEventsOptions]
    ) -> AsyncIterator[WatchEvent]:
        """Yields the events of a watchlist, oldest first, from the last 90 days.

        poll: how often to look for later events, in seconds, until you stop iterating; by default, ends after the last.
        """
        return self._each("watchlists", watchlist_id, "events", query=options, poll=poll)

    async def create_callback(
        self, *, idempotency_key: Optional[str] = None, **settings: Unpack[CreateCallbackRequest]
    ) -> CreatedCallback:
        """Creates an endpoint for events. Its secret is returned only now. Needs a key that can manage callbacks.

        idempotency_key: as in `create_batch`.
        """
        return await self._create("callbacks", body=settings, idempotency_key=idempotency_key)

    def list_callbacks(self, **options: Unpack[ListCallbacksOptions]) -> AsyncIterator[Callback]:
        """Yields the account's endpoints."""
        return self._each("callbacks", query=options)

    async def get_callback(self, callback_id: str) -> Callback:
        """Returns an endpoint's settings and state."""
        return await self._call("GET", "callbacks", callback_id)

    async def update_callback(self, callback_id: str, **changes: Unpack[UpdateCallbackRequest]) -> Callback:
        """Changes an endpoint's URL, or turns it on or off. Omitted settings don't change."""
        return await self._call("PATCH", "callbacks", callback_id, body=changes)

    async def delete_callback(self, callback_id: str) -> DeletedCallback:
        """Deletes an endpoint."""
        return await self._call("DELETE", "callbacks", callback_id)

    async def test_callback(self, callback_id: str) -> CallbackTest:
        """Sends a test event to an endpoint and returns its response."""
        return await self._call("POST", "callbacks", callback_id, "test")

    async def rotate_callback(self, callback_id: str) -> CallbackSecret:
        """Gives an endpoint a new secret, which is returned only now. The previous one also signs for 24 hours more."""
        return await self._call("POST", "callbacks", callback_id, "rotate")

    def list_deliveries(self, **options: Unpack[ListDeliveriesOptions]) -> AsyncIterator[Delivery]:
        """Yields the events that were sent to endpoints, newest first."""
        return self._each("deliveries", query=options)

    async def get_delivery(self, delivery_id: str) -> Delivery:
        """Returns a delivery and its attempts."""
        return await self._call("GET", "deliveries", delivery_id)

    async def resend_delivery(self, delivery_id: str) -> Delivery:
        """Sends an event again."""
        return await self._call("POST", "deliveries", delivery_id, "resend")

    async def create_key(
        self, *, idempotency_key: Optional[str] = None, **settings: Unpack[CreateKeyRequest]
    ) -> CreatedKey:
        """Creates an API key. Its text is returned only now. Needs a key that can manage keys.

        idempotency_key: as in `create_batch`, but the first key is replaced by a new one.
        """
        return await self._create("keys", body=settings, idempotency_key=idempotency_key)

    def list_keys(self, **options: Unpack[ListKeysOptions]) -> AsyncIterator[Key]:
        """Yields the account's API keys."""
        return self._each("keys", query=options)

    async def get_key(self, key_id: Optional[str] = None) -> Key:
        """Returns the permissions and limits of an API key; by default, of the key that this client uses."""
        return await (self._call("GET", "key") if key_id is None else self._call("GET", "keys", key_id))

    async def update_key(self, key_id: str, **changes: Unpack[UpdateKeyRequest]) -> Key:
        """Changes an API key's name or limits. Omitted settings don't change."""
        return await self._call("PATCH", "keys", key_id, body=changes)

    async def delete_key(self, key_id: str) -> DeletedKey:
        """Revokes an API key."""
        return await self._call("DELETE", "keys", key_id)

    async def get_usage(self, **options: Unpack[GetUsageOptions]) -> Usage:
        """Returns the account's quota and usage this month. Never counts as a call."""
        return await self._call("GET", "usage", query=options)

    def list_errors(self, **options: Unpack[ListErrorsOptions]) -> AsyncIterator[FailedCall]:
        """Yields the account's recent failed calls, newest first."""
        return self._each("errors", query=options)

    async def _resolve_chunk(self, links: Sequence[str], options: LookupOptions) -> List[Resolved]:
        """Looks up links in one call and retries those that exceeded the rate limit."""
        outcomes: Dict[int, ItemResult] = {}
        waiting = list(range(len(links)))
        for attempt in range(self._retries + 1):
            items: List[BatchItem] = [{"operation": "resolve", "url": links[index], **options} for index in waiting]
            outcomes.update(zip(waiting, await self.batch(items)))
            waits = {index: wait for index in waiting if (wait := burst_wait(outcomes[index])) is not None}
            seconds = max(waits.values(), default=0)
            if not waits or attempt == self._retries or seconds > self._max_wait:
                break
            waiting = list(waits)
            await self._sleep(with_jitter(seconds))
        return [result_of(link, outcomes[index]) for index, link in enumerate(links)]

    async def _create(
        self, *path: str, body: Mapping[str, object], idempotency_key: Optional[str] = None
    ) -> Any:
        # A retry never creates a second resource.
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        return await self._call("POST", *path, body=body, headers=headers)

    async def _each(
        self, *path: str, query: Mapping[str, object], poll: Optional[float] = None
    ) -> AsyncIterator[Any]:
        """Yields the entries of a list, which the API returns in pages. With `poll`, looks for more after the last."""
        options = dict(query)
        while True:
            page = await self._call("GET", *path, query=options)
            entries: List[Any] = page[path[-1]]
            for entry in entries:
                yield entry
            if page["next"] is not None:
                options["after"] = page["next"]
            elif poll is None:
                return
            else:
                if entries:
                    options["after"] = entries[-1]["id"]
                await self._sleep(poll)

    async def _parts(
        self, lines: Union[Iterable[Value], AsyncIterable[Value]], most: int
    ) -> AsyncIterator[List[bytes]]:
        """Groups lines into parts of about `_part_bytes`, with at most `most` lines, as JSON."""
        part: List[bytes] = []
        size = 0
        async for line in each(lines):
            text = json.dumps(line).encode()
            if part and (size + len(text) > self._part_bytes or len(part) == most):
                yield part
                part, size = [], 0
            part.append(text)
            size += len(text) + 1
        if part:
            yield part

    async def _lines(self, *path: str, query: Mapping[str, object]) -> AsyncIterator[str]:
        """Yields the lines of a file as they arrive."""
        response: http.client.HTTPResponse = await self._call("GET", *path, query=query, is_file=True)
        size = 0
        rest = b""
        while block := await self._do(self._read, response):
            size += len(block)
            *lines, rest = (rest + block).split(b"\n")
            try:
                for line in lines:
                    yield line.decode() + "\n"
            except GeneratorExit:
                response.close()
                raise
        if size != int(response.headers.get("Content-Length") or size):
            raise self._no_answer(EOFError("The file is incomplete."))
        if rest:
            yield rest.decode()

    async def _call(
        self,
        method: str,
        *path: Union[str, int],
        query: Optional[Mapping[str, object]] = None,
        body: Union[None, bytes, Mapping[str, object]] = None,
        headers: Optional[Mapping[str, str]] = None,
        is_file: bool = False,
    ) -> Any:
        """Makes a call and retries it if that may help. Returns the response's JSON or file; raises PinrefError."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if data is None and method != "GET":
            data = b""
        address = "/".join(urllib.parse.quote(str(segment), safe="") for segment in ("", *path))
        if query:
            address += "?" + urllib.parse.urlencode(query, doseq=True)
        request = Request(method, address, data, headers or {}, is_file)
        attempt = 0
        while True:
            try:
                return await self._do(self._send, request)
            except PinrefError as error:
                # The server's delay, but at least 1, 2, 4, ... seconds.
                seconds = max(error.retry_after or 0, 2**attempt)
                if not is_temporary(error) or attempt == self._retries or seconds > self._max_wait:
                    raise
            attempt += 1
            await self._sleep(with_jitter(seconds))

    async def _do(self, work: Callable[[Any], Value], argument: Any) -> Value:
        raise NotImplementedError

    async def _sleep(self, seconds: float) -> None:
        raise NotImplementedError
