"""A client for the Pinref API: one file, with nothing but Python's standard library.

    from pinref import Pinref

    client = Pinref("YOUR_API_KEY")
    listing = client.resolve("https://maps.app.goo.gl/...")
    print(listing["cid"], listing["rating"])

Copy it into your project. It runs on Python 3.9 and newer. MIT license.
"""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from itertools import islice
from typing import Any, Iterable, Iterator, List, Literal, Mapping, Optional, Sequence, TypedDict, Union, cast

__all__ = ["Batch", "BatchLine", "Candidate", "Conversion", "Listing", "Pinref", "PinrefError", "Resolved"]

#: Where Pinref is, unless a client is told otherwise.
BASE_URL = "http://localhost:3000"

#: The most items of one call.
_MOST_ITEMS = 100

#: The size of a part of a batch in the background, in bytes.
_PART_BYTES = 1_000_000

#: Over how many seconds calls are counted against the burst limit.

Details = Literal["full", "checked", "none"]
"""How much to look up: everything, identifiers as Google has them now, or only what the text says."""

LineStatus = Literal["found", "failed", "unreadable", "left"]


class RateLimit(TypedDict):
    """Where the quota stands. `limit` is "unlimited" or a number."""

    authenticated: bool
    limit: str
    remaining: int


class MovedFrom(TypedDict):
    """The identifiers that were asked for, of a listing that has others now."""

    cid: str
    place_id: Optional[str]


class _Listing(TypedDict):
    title: Optional[str]
    address: Optional[str]
    cid: str
    hex_cid: str
    place_id: Optional[str]
    rating: Optional[str]
    reviews_count: Optional[int]
    maps_url: str
    review_url: Optional[str]
    schema_hasmap: str
    feature_id: Optional[str]
    kg_id: Optional[str]
    status: Literal["unchecked", "listed", "moved"]
    moved_from: Optional[MovedFrom]


class Listing(_Listing):
    """A listing with its identifiers. The CID is a string: it has more digits than many programs keep of a number."""

    rate_limit: RateLimit


class Candidate(TypedDict):
    """A listing that a search found."""

    title: Optional[str]
    address: Optional[str]
    cid: str
    hex_cid: str
    place_id: str
    rating: Optional[str]
    reviews_count: Optional[int]
    maps_url: str
    review_url: str


class Conversion(TypedDict):
    """A CID in both spellings, and its link."""

    cid_decimal: str
    hex_cid: str
    maps_url: str
    schema_hasmap: str


class BatchCounts(TypedDict):
    """How many lines of a batch are in which state."""

    total: int
    done: int
    found: int
    failed: int
    unreadable: int
    left: int
    duplicates: int


class Batch(TypedDict):
    """A batch in the background. Times are in epoch seconds; `ended` is None until it has ended."""

    id: str
    state: Literal["receiving", "queued", "running", "waiting", "paused", "finished", "cancelled", "failed"]
    reason: Optional[str]
    waits_until: Optional[int]
    operation: str
    details: Details
    column: Optional[str]
    address_column: Optional[str]
    country_column: Optional[str]
    test: bool
    key: Optional[str]
    lines: BatchCounts
    seconds_left: Optional[int]
    created: int
    started: Optional[int]
    ended: Optional[int]


class BatchListing(_Listing):
    """A listing of a batch; `matches` says how many a search found."""

    matches: Optional[int]


class BatchProblem(TypedDict):
    """Why a line failed, with the identifiers where they are known all the same."""

    code: str
    detail: str
    cid: Optional[str]
    place_id: Optional[str]


class BatchLine(TypedDict):
    """A line of a batch, counted from 1, with what was found or what went wrong."""

    line: int
    status: LineStatus
    input: Any
    same_as: Optional[int]
    listing: Optional[BatchListing]
    problem: Optional[BatchProblem]


class PinrefError(Exception):
    """A call that failed.

    code: what to act on, such as "no_listing_in_link"; "no_answer" where Pinref could not be reached or its answer could
        not be read. https://<your Pinref>/docs/errors lists them all.
    status: the HTTP status; 0 where there was no answer.
    detail: what happened, and what to do.
    request_id: to name when you report it; None where there was no answer.
    retry_after: seconds after which it may succeed; None where nothing says so.
    problem: the whole body of the answer.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        self.code: str = problem["code"]
        self.status = status
        self.detail: str = problem["detail"]
        self.request_id: Optional[str] = problem.get("request_id")
        self.retry_after: Optional[float] = problem.get("retry_after", retry_after)
        self.problem = problem
        super().__init__(f"{self.detail} ({self.code})")


@dataclass(frozen=True)
class Resolved:
    """What a link of `resolve_many` came to: a listing, or the error in its place."""

    link: str
    listing: Optional[Listing]
    error: Optional[PinrefError]


class Pinref:
    """Calls one Pinref.

    api_key: a key of your account; without one, a visitor's few calls a day.
    base_url: where Pinref is.
    timeout: how many seconds to wait for an answer.
    retries: how often a call is sent again after a failure that may pass: no answer, a failure of the server, too many
        calls at once. An answer that was lost on its way may have been counted.
    max_wait: the most seconds to wait before one of these. A call that would have to wait longer fails at once.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: str = BASE_URL,
        timeout: float = 30,
        retries: int = 3,
        max_wait: float = 60,
    ) -> None:
        self._api_key = None if api_key is None else api_key.strip()
        if not (self._api_key or "").isprintable() or not (self._api_key or "").isascii():
            raise ValueError("The API key has characters that no key has.")
        self._base = base_url.rstrip("/") + "/api"
        self._timeout = timeout
        self._retries = retries
        self._max_wait = max_wait
        self._opener = urllib.request.build_opener(_NoRedirects)

    def resolve(self, link: str, details: Details = "full") -> Listing:
        """Looks up what a text points at: a share link, a map page's address, a place id, a CID link."""
        return cast(Listing, self._call("POST", "/resolve", {"url": link, "details": details}))

    def search(self, name: str, country: Optional[str] = None) -> List[Candidate]:
        """Finds listings by name, at most 20, best match first. `country` is a code such as "GB"."""
        asked = {"name": name} if country is None else {"name": name, "country": country}
        return cast(List[Candidate], self._call("POST", "/search", asked)["results"])

    def convert(self, cid: str) -> Conversion:
        """Converts a CID from decimal to hexadecimal or back. Send it as a string."""
        return cast(Conversion, self._call("POST", "/convert", {"cid": cid}))

    def batch(self, items: Sequence[Mapping[str, Any]]) -> List[Any]:
        """Makes up to 100 calls in one: `{"operation": "resolve", "url": "..."}` and so on.

        Returns, in the same order, `{"status": 200, "result": ...}` or `{"status": ..., "problem": ...}`.
        """
        return cast(List[Any], self._call("POST", "/batch", {"items": list(items)})["results"])

    def resolve_many(self, links: Iterable[str], details: Details = "full") -> Iterator[Resolved]:
        """Looks up links 100 at a time, as they are asked for, and yields each in its place.

        A link that fails stops nothing: its error stands in its place. A whole call that fails is raised.
        """
        source = iter(links)
        while chunk := list(islice(source, _MOST_ITEMS)):
            yield from self._resolve_chunk(chunk, details)

    def start_batch(
        self,
        lines: Iterable[Union[str, Mapping[str, Any]]],
        details: Details = "full",
        operation: Literal["auto", "resolve", "search", "convert"] = "auto",
    ) -> Batch:
        """Starts a batch in the background, of up to 1,000,000 lines; it needs an account's key.

        A line is a link, an identifier or a name, or an object with `url`, `cid` or `name`, whose other fields come back
        with its result. Many lines are sent in parts.
        """
        options = urllib.parse.urlencode({"details": details, "operation": operation})
        parts = _parts(lines)
        first, second = next(parts, b"[]"), next(parts, None)
        if second is None:
            return self._make_batch(options, first)
        batch = self._make_batch(options + "&start=later", b"")
        for number, part in enumerate(_chained(first, second, parts), 1):
            self._call("PUT", f"/batches/{batch['id']}/parts/{number}", part)
        return cast(Batch, self._call("POST", f"/batches/{batch['id']}/start"))

    def get_batch(self, batch_id: str) -> Batch:
        """How far a batch is."""
        return cast(Batch, self._call("GET", f"/batches/{batch_id}"))

    def list_batches(self) -> List[Batch]:
        """All of the account's batches, newest first."""
        batches: List[Batch] = []
        path = "/batches"
        while True:
            page = self._call("GET", path)
            batches += cast(List[Batch], page["batches"])
            if page["next"] is None:
                return batches
            path = f"/batches?after={page['next']}"

    def results(
        self, batch_id: str, after: int = 0, status: Optional[LineStatus] = None, poll: float = 2
    ) -> Iterator[BatchLine]:
        """Yields the lines of a batch in their order, as they are answered, until the last.

        after: the number of the last line that you have, to go on from there.
        status: only lines with this status.
        poll: how many seconds to wait for more lines while the batch runs. Stop iterating to wait no longer.
        """
        cursor = str(after)
        while True:
            asked = {"after": cursor, **({} if status is None else {"status": status})}
            page = self._call("GET", f"/batches/{batch_id}/results?{urllib.parse.urlencode(asked)}")
            yield from cast(List[BatchLine], page["results"])
            if page["next"] is None:
                return
            if page["next"] == cursor:
                time.sleep(poll)
            cursor = page["next"]

    def pause_batch(self, batch_id: str) -> Batch:
        """Pauses a batch."""
        return cast(Batch, self._call("POST", f"/batches/{batch_id}/pause"))

    def resume_batch(self, batch_id: str) -> Batch:
        """Resumes a batch that is paused."""
        return cast(Batch, self._call("POST", f"/batches/{batch_id}/resume"))

    def cancel_batch(self, batch_id: str) -> Batch:
        """Ends a batch. What was found stays."""
        return cast(Batch, self._call("POST", f"/batches/{batch_id}/cancel"))

    def delete_batch(self, batch_id: str) -> None:
        """Ends a batch and removes everything about it."""
        self._call("DELETE", f"/batches/{batch_id}")

    def _make_batch(self, options: str, lines: bytes) -> Batch:
        # However often it is sent, it makes one batch.
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return cast(Batch, self._call("POST", f"/batches?{options}", lines, headers))

    def _resolve_chunk(self, links: Sequence[str], details: Details) -> Iterator[Resolved]:
        """Looks up as many links as one call takes; those refused for being too many at once are sent again."""
        answers: List[Any] = [None] * len(links)
        waiting = list(range(len(links)))
        for attempt in range(self._retries + 1):
            sent = self.batch([{"operation": "resolve", "url": links[index], "details": details} for index in waiting])
            for index, answer in zip(waiting, sent):
                answers[index] = answer
            waiting = [index for index in waiting if _is_burst(answers[index])]
            seconds = max((answers[index]["problem"].get("retry_after", 0) for index in waiting), default=0)
            if not waiting or attempt == self._retries or seconds > self._max_wait:
                break
            time.sleep(seconds + random.random())
        for link, answer in zip(links, answers):
            failed = "problem" in answer
            yield Resolved(
                link,
                None if failed else cast(Listing, answer["result"]),
                PinrefError(answer["status"], answer["problem"]) if failed else None,
            )

    def _call(
        self,
        method: str,
        path: str,
        body: Union[None, bytes, Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Makes a call, and again where that may help. Returns the body of the answer; raises PinrefError."""
        sent = {"Content-Type": "application/json", "User-Agent": "pinref-python", **(headers or {})}
        if self._api_key is not None:
            sent["X-API-Key"] = self._api_key
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if data is None and method != "GET":
            data = b""
        attempt = 0
        while True:
            try:
                return self._send(urllib.request.Request(self._base + path, data, sent, method=method))
            except PinrefError as error:
                # As long as the server says, and at least 1, 2, 4 seconds.
                seconds = max(error.retry_after or 0, 2**attempt)
                if not _may_pass(error) or attempt == self._retries or seconds > self._max_wait:
                    raise
            attempt += 1
            # Up to a second more, so that callers do not all return at once.
            time.sleep(seconds + random.random())

    def _send(self, request: urllib.request.Request) -> Any:
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem_of(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            detail = f"Pinref did not answer at {self._base}: {error}"
            raise PinrefError(0, {"code": "no_answer", "detail": detail}) from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, so that the key goes nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _problem_of(answer: urllib.error.HTTPError) -> PinrefError:
    after = answer.headers.get("Retry-After") or ""
    retry_after = float(after) if after.isdigit() else None
    try:
        problem = json.load(answer)
        return PinrefError(answer.code, problem, retry_after)
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        detail = f"The answer, with status {answer.code}, is not one of Pinref's. Is base_url right?"
        return PinrefError(answer.code, {"code": "no_answer", "detail": detail}, retry_after)


def _may_pass(error: PinrefError) -> bool:
    """Whether the same call may succeed soon. A used-up quota will not."""
    return error.status == 0 or error.status >= 500 or error.code == "too_many_requests"


def _is_burst(answer: Mapping[str, Any]) -> bool:
    return "problem" in answer and bool(answer["problem"]["code"] == "too_many_requests")


def _parts(lines: Iterable[Union[str, Mapping[str, Any]]]) -> Iterator[bytes]:
    """The lines as arrays of JSON, each of about a part's size."""
    part: List[bytes] = []
    size = 0
    for line in lines:
        text = json.dumps(line).encode()
        if part and size + len(text) > _PART_BYTES:
            yield b"[" + b",".join(part) + b"]"
            part, size = [], 0
        part.append(text)
        size += len(text) + 1
    if part:
        yield b"[" + b",".join(part) + b"]"


def _chained(first: bytes, second: bytes, more: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield second
    yield from more
