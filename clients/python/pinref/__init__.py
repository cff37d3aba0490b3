"""A dependency-free client for the Pinref API.

    from pinref import Pinref

    client = Pinref("YOUR_API_KEY")
    listing = client.resolve("https://maps.app.goo.gl/...")
    print(listing["cid"], listing["rating"])

`AsyncPinref` has the same methods for asyncio, and `verify_callback` verifies a callback. You can copy this file into a
project instead of installing the package. Python 3.9 or later. MIT license.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import Message
from email.utils import mktime_tz, parsedate_tz
from itertools import islice
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterable,
    AsyncIterator,
    Dict,
    Generator,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
    cast,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "AddedListings",
    "AsyncPinref",
    "Batch",
    "BatchAudit",
    "BatchEvent",
    "BatchOptions",
    "BatchRow",
    "CallbackBatch",
    "CallbackData",
    "CallbackError",
    "CallbackEvent",
    "Candidate",
    "Conversion",
    "Listing",
    "LookupOptions",
    "Pinref",
    "PinrefError",
    "Resolved",
    "TestEvent",
    "UnreadableListing",
    "WatchCallback",
    "WatchCallbackData",
    "WatchEvent",
    "WatchedListing",
    "Watchlist",
    "verify_callback",
]

__version__ = "0.1.0"

#: The default server.
BASE_URL = "http://localhost:3000"

#: The most items in one call.
_MAX_ITEMS = 100

#: The size of a part of a batch in the background, in bytes, and the most lines in it.
_PART_BYTES = 1_000_000
_MAX_LINES = 100_000

#: The most listings that one call adds to a watchlist, and that one call removes.
_MAX_ADDED = 10_000
_MAX_REMOVED = 100

#: How far the time of a callback may be off, in seconds.
_CALLBACK_TOLERANCE = 300

_Value = TypeVar("_Value")

Details = Literal["full", "checked", "none"]
"""How much to look up: everything, Google's current identifiers, or only the data in the text."""


class LookupOptions(TypedDict, total=False):
    """The options of a lookup, as keyword arguments."""

    details: Details
    """Default "full"."""

    language: str
    """The language of titles and addresses (BCP 47), such as "ja"."""


Operation = Literal["auto", "resolve", "search", "convert"]
Fallback = Literal["none", "name"]


class BatchOptions(LookupOptions, total=False):
    """The options of a batch, as keyword arguments. Omitted columns of a CSV are guessed; an empty string is none."""

    fallback: Fallback
    """With "name", a row without a usable link is looked up by its name. Default "none"."""

    heading_row: int
    """The number of a CSV's row with the headings; 0 for none. Default: detected."""

    column: str
    """The column to look up."""

    name_column: str
    """The column with names, to compare with the listings' titles and for `fallback`."""

    address_column: Union[str, Sequence[str]]
    """The column with an address, or several with its parts."""

    country_column: str
    """The column with a country, as a code or a name."""

    reference_column: str
    """The column with your own number or code for each business."""


RowState = Literal["found", "not_found", "failed", "unreadable", "not_sent", "waiting"]
RowReason = Literal["title", "heading", "blank", "no_link", "not_chosen", "ended"]
RowFilter = Literal["found", "to_check", "name_differs", "not_found", "failed", "unreadable", "not_sent", "waiting"]
NameMatch = Literal["same", "similar", "different"]
Finding = Literal[
    "fine",
    "any",
    "moved",
    "closed_permanently",
    "closed_temporarily",
    "not_found",
    "duplicate",
    "name_differs",
    "not_checked",
]
"""What an audit says about a line; "any" is any finding, and "fine" is none."""

Period = Literal["weekly", "monthly"]
ClosureInterval = Literal["off", "weekly", "monthly"]
Digest = Literal["off", "daily", "weekly"]
ListingState = Literal["unchecked", "listed", "moved", "gone", "unreadable"]
BusinessStatus = Literal["operational", "closed_temporarily", "closed_permanently", "opening_soon"]

ListingToWatch = Union[str, Mapping[str, str]]
"""A link or identifier; or an object with one as `url` and your own `name` and `reference`, which every event has too."""

Line = Union[str, Mapping[str, Any]]
"""A link, an identifier, or a name; or an object with `url` or `cid`, or with a `name` to search for.

An object may also have `name`, `address`, and `country` beside its link. Other fields are returned too.
"""


class RateLimit(TypedDict):
    """The quota after the call. `limit` is "unlimited" or a number."""

    authenticated: bool
    limit: str
    remaining: int


class MovedFrom(TypedDict):
    """The identifiers in the request, if the listing has different ones now."""

    cid: str
    place_id: Optional[str]


class Location(TypedDict):
    """A position in degrees."""

    latitude: float
    longitude: float


class _Listing(TypedDict):
    title: Optional[str]
    title_language: Optional[str]
    address: Optional[str]
    location: Optional[Location]
    business_status: Optional[str]
    cid: str
    hex_cid: str
    place_id: Optional[str]
    rating: Optional[str]
    reviews_count: Optional[int]
    maps_url: str
    review_url: Optional[str]
    reviews_url: Optional[str]
    directions_url: Optional[str]
    schema_hasmap: str
    feature_id: Optional[str]
    kg_id: Optional[str]
    status: Literal["unchecked", "listed", "moved"]
    moved_from: Optional[MovedFrom]


class Listing(_Listing):
    """A listing with its identifiers. The CID is a string, because many programs would round such a large number."""

    rate_limit: RateLimit


class Candidate(TypedDict):
    """A search result."""

    title: Optional[str]
    title_language: Optional[str]
    address: Optional[str]
    location: Optional[Location]
    business_status: Optional[str]
    cid: str
    hex_cid: str
    place_id: str
    rating: Optional[str]
    reviews_count: Optional[int]
    maps_url: str
    review_url: str
    reviews_url: str
    directions_url: str


class Conversion(TypedDict):
    """A CID in decimal and hexadecimal, with its link."""

    cid_decimal: str
    hex_cid: str
    maps_url: str
    schema_hasmap: str


class BatchRowSums(TypedDict):
    """The number of rows in a batch: its headings, its blank rows, and its lines."""

    total: int
    headings: int
    blank: int


class BatchLineSums(TypedDict):
    """The number of lines in a batch: found, to check, and waiting. `to_check` is the sum of the five after it."""

    total: int
    found: int
    to_check: int
    name_differs: int
    not_found: int
    failed: int
    unreadable: int
    not_sent: int
    waiting: int
    duplicates: int


class FindingCounts(TypedDict):
    """The number of lines with each finding. A line can have several."""

    moved: int
    closed_permanently: int
    closed_temporarily: int
    not_found: int
    duplicate: int
    name_differs: int
    not_checked: int


class AuditChanges(TypedDict):
    """The findings that appeared or were resolved since the batch that was repeated."""

    batch: str
    ended: str
    appeared: FindingCounts
    resolved: FindingCounts


class BatchAudit(FindingCounts):
    """What is wrong with a batch's lines. `closures_known` is how many have a business status, or no listing."""

    fine: int
    closures_known: int
    previous: Optional[AuditChanges]


class Batch(TypedDict):
    """A batch in the background. Times are ISO 8601 in UTC; `ended` is None until the batch has ended."""

    id: str
    name: Optional[str]
    state: Literal["receiving", "queued", "running", "waiting", "paused", "finished", "cancelled", "failed"]
    reason: Optional[str]
    waits_until: Optional[str]
    operation: Operation
    fallback: Fallback
    details: Details
    language: Optional[str]
    heading_row: Optional[int]
    column: Optional[str]
    name_column: Optional[str]
    address_column: List[str]
    country_column: Optional[str]
    reference_column: Optional[str]
    test: bool
    key: Optional[str]
    callback_url: Optional[str]
    rows: BatchRowSums
    lines: BatchLineSums
    audit: Optional[BatchAudit]
    seconds_left: Optional[int]
    created: str
    started: Optional[str]
    ended: Optional[str]


class BatchListing(_Listing):
    """A listing in a batch. `matches` is the number of search results."""

    matches: Optional[int]


class BatchProblem(TypedDict):
    """Why a row failed, and its identifiers if they are known."""

    code: str
    detail: str
    cid: Optional[str]
    place_id: Optional[str]


class BatchRow(TypedDict):
    """A batch's row, counted from 1, with its listing or its problem. `reason` is why it was not sent."""

    row: int
    state: RowState
    reason: Optional[RowReason]
    input: Any
    duplicate_of: Optional[int]
    name_match: Optional[NameMatch]
    listing_status: Optional[str]
    business_status: Optional[str]
    findings: List[str]
    previous_findings: Optional[List[str]]
    listing: Optional[BatchListing]
    problem: Optional[BatchProblem]


class Identifiers(TypedDict):
    """A listing's identifiers. `place_id` is None if only the CID is known."""

    cid: str
    hex_cid: str
    place_id: Optional[str]


class WatchlistCounts(TypedDict):
    """How many listings in a watchlist are in each state, and how many are closed."""

    total: int
    unchecked: int
    listed: int
    moved: int
    gone: int
    unreadable: int
    closed_permanently: int
    closed_temporarily: int


class WatchlistAudit(TypedDict):
    """What is wrong with a watchlist's listings. One can count in several, but in `fine` only if in none."""

    fine: int
    moved: int
    closed_permanently: int
    closed_temporarily: int
    not_found: int
    not_checked: int
    closures_known: int


class ClosurePrice(TypedDict):
    """What checking one listing for closure takes in a month. `usd_per_month` is the most that Google charges."""

    lookups_per_month: float
    usd_per_month: float


class ClosurePrices(TypedDict):
    """What checking one listing for closure takes in a month, by interval."""

    weekly: ClosurePrice
    monthly: ClosurePrice


class WatchlistChanges(TypedDict):
    """How many events a watchlist had in the last 30 days."""

    moved: int
    gone: int
    back: int
    closed: int
    reopened: int


class FailingChecks(TypedDict):
    """How many listings could not be checked when due, why, and since when."""

    listings: int
    code: str
    since: str


class AddingBatch(TypedDict):
    """The batch whose listings are being added to a watchlist."""

    batch: str
    done: int
    rows: int


class LinesWithoutListing(TypedDict):
    """How many lines of a batch were not added to a watchlist, because they have no listing."""

    batch: str
    not_found: int
    failed: int
    unreadable: int
    not_sent: int


class Watchlist(TypedDict):
    """A watchlist.

    `reason` is why it is waiting, and `closures_reason` why only checks for closure are. `check_allowed` is when it can be
    checked again; None if now.
    """

    id: str
    name: str
    period: Period
    closures: ClosureInterval
    closures_price: ClosurePrices
    closures_reason: Optional[str]
    digest: Digest
    state: Literal["active", "paused", "waiting"]
    reason: Optional[str]
    test: bool
    listings: WatchlistCounts
    audit: WatchlistAudit
    changes: WatchlistChanges
    failing: Optional[FailingChecks]
    adding: Optional[AddingBatch]
    without_listing: Optional[LinesWithoutListing]
    full: bool
    created: str
    last_check: Optional[str]
    check_allowed: Optional[str]


class WatchedListing(TypedDict):
    """A listing in a watchlist.

    `listing` has its current identifiers, and `moved_from` the ones you added, if different.
    """

    id: str
    state: ListingState
    name: Optional[str]
    reference: Optional[str]
    listing: Optional[Identifiers]
    moved_from: Optional[Identifiers]
    business_status: Optional[str]
    text: Optional[str]
    detail: Optional[str]
    changed: Optional[str]
    checked: Optional[str]
    closure_checked: Optional[str]


class WatchEvent(TypedDict):
    """What happened to a listing. `listing` has its new identifiers, `moved_from` the old."""

    id: str
    type: Literal[
        "listing.moved", "listing.gone", "listing.back", "listing.closed", "listing.reopened", "listing.unreadable"
    ]
    at: str
    listing_id: str
    name: Optional[str]
    reference: Optional[str]
    listing: Optional[Identifiers]
    moved_from: Optional[Identifiers]
    business_status: Optional[str]
    text: Optional[str]
    detail: Optional[str]


class UnreadableListing(TypedDict):
    """A listing that can't be checked. `index` is its position in what you added."""

    index: int
    detail: str


class AddedListings(TypedDict):
    """The result of adding listings to a watchlist. `full`: the plan allows no more, so some were not added."""

    added: int
    existing: int
    unreadable: List[UnreadableListing]
    full: bool


class WatchlistName(TypedDict):
    """A watchlist in an event."""

    id: str
    name: str


class CallbackBatch(TypedDict):
    """A batch in an event. `reason` is why it is waiting or has failed."""

    id: str
    name: Optional[str]
    state: Literal["finished", "failed", "waiting"]
    reason: Optional[str]
    rows: BatchRowSums
    lines: BatchLineSums
    audit: Optional[BatchAudit]


class _CallbackData(TypedDict):
    batch: CallbackBatch


class CallbackData(_CallbackData, total=False):
    """A batch event's data. `until` is when the batch resumes, in ISO 8601, if known."""

    until: str


class BatchEvent(TypedDict):
    """A batch has finished, has failed, or is waiting. `timestamp` is in ISO 8601."""

    type: Literal["batch.finished", "batch.failed", "batch.waiting"]
    timestamp: str
    data: CallbackData


class TestEvent(TypedDict):
    """A test event, or the first event sent to a new endpoint."""

    type: Literal["callback.test"]
    timestamp: str
    data: Mapping[str, object]


class WatchCallbackData(TypedDict):
    """A watchlist and up to 100 of its events."""

    watchlist: WatchlistName
    events: List[WatchEvent]


class WatchCallback(TypedDict):
    """Listings in a watchlist moved, disappeared, reappeared, closed, or reopened."""

    type: Literal["watch.events"]
    timestamp: str
    data: WatchCallbackData


CallbackEvent = Union[BatchEvent, WatchCallback, TestEvent]


class CallbackError(ValueError):
    """A rejected callback: it was not signed with the secret, or it is not recent. Return status 400."""


class PinrefError(Exception):
    """A failed call.

    code: the error code, such as "no_listing_in_link"; "no_answer" if Pinref could not be reached or its response could
        not be read. https://<your Pinref>/docs/errors lists all codes.
    status: the HTTP status; 0 if there was no response.
    detail: what happened, and what to do.
    request_id: the id to include when you report the error; None if there was no response.
    retry_after: the seconds to wait before a retry; None if unknown.
    problem: the response body.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        self.code: str = problem["code"]
        self.status = status
        self.detail: str = problem["detail"]
        self.request_id: Optional[str] = problem.get("request_id")
        self.retry_after: Optional[float] = problem.get("retry_after", retry_after)
        self.problem = problem
        super().__init__(f"{self.detail} ({self.code})")

    def __reduce__(self) -> Tuple[Any, ...]:
        # By default, an exception is copied and unpickled with its message as the only argument.
        return type(self), (self.status, self.problem, self.retry_after), self.__dict__


@dataclass(frozen=True)
class Resolved:
    """The result for a link in `resolve_many`: a listing or an error."""

    link: str
    listing: Optional[Listing]
    error: Optional[PinrefError]


def verify_callback(body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> CallbackEvent:
    """Checks that Pinref signed a callback within the last five minutes, and returns its event.

    `body` is the raw request body, before it is parsed. Names in `headers` are case-insensitive. `secret` is your
    account's callback secret, `whsec_...`. Raises `CallbackError` if the signature or the time is wrong, `ValueError` if
    the secret is malformed. See https://www.standardwebhooks.com.
    """
    key = _callback_key(secret)
    sent = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    is_time = sent_at.isascii() and sent_at.isdigit() and len(sent_at) <= 12
    if not is_time or abs(time.time() - int(sent_at)) > _CALLBACK_TOLERANCE:
        raise CallbackError("The callback is not recent or has no webhook-timestamp.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{sent_at}.".encode() + content
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = sent.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(signature, expected) for signature in signatures):
        raise CallbackError("The callback is not signed with this secret.")
    return cast(CallbackEvent, json.loads(content))


class _Request(NamedTuple):
    method: str
    path: str
    body: Optional[bytes]
    headers: Mapping[str, str]


#: The next action of a call: send a request, wait a number of seconds, or get the next part of a batch.
_Step = Union[_Request, float, Literal["part"]]

#: A call as a sequence of steps, so that both clients share everything except how they send and wait.
_Steps = Generator[_Step, Any, _Value]


class _Client:
    """The steps of each call, shared by both clients."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: str = BASE_URL,
        timeout: float = 30,
        retries: int = 3,
        max_wait: float = 60,
    ) -> None:
        key = (api_key or "").strip()
        if not key.isprintable() or not key.isascii():
            raise ValueError("The API key contains invalid characters.")
        self._api_key = key or None
        self._base = base_url.rstrip("/") + "/api"
        self._timeout = timeout
        self._retries = retries
        self._max_wait = max_wait
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _call(
        self,
        method: str,
        path: str,
        body: Union[None, bytes, Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> _Steps[Any]:
        """Makes a call and retries it if that may help. Returns the response body; raises PinrefError."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if data is None and method != "GET":
            data = b""
        attempt = 0
        while True:
            try:
                return (yield _Request(method, path, data, headers or {}))
            except PinrefError as error:
                # The server's delay, but at least 1, 2, 4, ... seconds.
                seconds = max(error.retry_after or 0, 2**attempt)
                if not _is_temporary(error) or attempt == self._retries or seconds > self._max_wait:
                    raise
            attempt += 1
            yield _with_jitter(seconds)

    def _resolve(self, link: str, options: LookupOptions) -> _Steps[Listing]:
        return cast(Listing, (yield from self._call("POST", "/resolve", {"url": link, **options})))

    def _search(self, name: str, country: Optional[str], language: Optional[str]) -> _Steps[List[Candidate]]:
        sent = {"name": name, "country": country, "language": language}
        query = {field: value for field, value in sent.items() if value is not None}
        return cast(List[Candidate], (yield from self._call("POST", "/search", query))["results"])

    def _convert(self, cid: str) -> _Steps[Conversion]:
        return cast(Conversion, (yield from self._call("POST", "/convert", {"cid": cid})))

    def _batch(self, items: Sequence[Mapping[str, Any]]) -> _Steps[List[Any]]:
        return cast(List[Any], (yield from self._call("POST", "/batch", {"items": list(items)}))["results"])

    def _resolve_chunk(self, links: Sequence[str], options: LookupOptions) -> _Steps[List[Resolved]]:
        """Looks up links in one call and retries those that exceeded the rate limit."""
        outcomes: List[Any] = [None] * len(links)
        waiting = list(range(len(links)))
        for attempt in range(self._retries + 1):
            items = [{"operation": "resolve", "url": links[index], **options} for index in waiting]
            for index, outcome in zip(waiting, (yield from self._batch(items))):
                outcomes[index] = outcome
            waiting = [index for index in waiting if _is_burst(outcomes[index])]
            seconds = max((outcomes[index]["problem"].get("retry_after", 0) for index in waiting), default=0)
            if not waiting or attempt == self._retries or seconds > self._max_wait:
                break
            yield _with_jitter(seconds)
        return [_resolved(link, outcome) for link, outcome in zip(links, outcomes)]

    def _start_batch(
        self, settings: BatchOptions, operation: Operation, name: Optional[str], is_csv: bool
    ) -> _Steps[Batch]:
        named = {} if name is None else {"name": name}
        options = urllib.parse.urlencode({**settings, "operation": operation, **named}, doseq=True)
        first: bytes = (yield "part") or b"[]"
        part: Optional[bytes] = yield "part"
        if part is None:
            return (yield from self._create_batch(options, first, "text/csv" if is_csv else "application/json"))
        batch = yield from self._create_batch(options + "&start=later", b"")
        path = f"/batches/{batch['id']}"
        yield from self._call("PUT", f"{path}/parts/1", first)
        number = 2
        while part is not None:
            yield from self._call("PUT", f"{path}/parts/{number}", part)
            number += 1
            part = yield "part"
        return cast(Batch, (yield from self._call("POST", f"{path}/start")))

    def _create_batch(self, options: str, lines: bytes, media_type: str = "application/json") -> _Steps[Batch]:
        # A retry never creates a second batch.
        headers = {"Idempotency-Key": str(uuid.uuid4()), "Content-Type": media_type}
        return cast(Batch, (yield from self._call("POST", f"/batches?{options}", lines, headers)))

    def _get_batch(self, batch_id: str) -> _Steps[Batch]:
        return cast(Batch, (yield from self._call("GET", f"/batches/{batch_id}")))

    def _list_batches(self) -> _Steps[List[Batch]]:
        batches: List[Batch] = []
        path = "/batches"
        while True:
            page = yield from self._call("GET", path)
            batches += cast(List[Batch], page["batches"])
            if page["next"] is None:
                return batches
            path = f"/batches?after={page['next']}"

    def _results_page(self, batch_id: str, after: str, **filters: Optional[str]) -> _Steps[Dict[str, Any]]:
        query = {"after": after, **_given(filters)}
        path = f"/batches/{batch_id}/results?{urllib.parse.urlencode(query)}"
        return cast(Dict[str, Any], (yield from self._call("GET", path)))

    def _change_batch(self, batch_id: str, change: Literal["pause", "resume", "cancel"]) -> _Steps[Batch]:
        return cast(Batch, (yield from self._call("POST", f"/batches/{batch_id}/{change}")))

    def _repeat_batch(self, batch_id: str, options: LookupOptions) -> _Steps[Batch]:
        # A retry never creates a second batch.
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return cast(Batch, (yield from self._call("POST", f"/batches/{batch_id}/repeat", {**options}, headers)))

    def _rename_batch(self, batch_id: str, name: Optional[str]) -> _Steps[Batch]:
        return cast(Batch, (yield from self._call("PATCH", f"/batches/{batch_id}", {"name": name})))

    def _delete_batch(self, batch_id: str) -> _Steps[None]:
        yield from self._call("DELETE", f"/batches/{batch_id}")

    def _create_watchlist(self, **settings: Optional[str]) -> _Steps[Watchlist]:
        # A retry never creates a second watchlist.
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return cast(Watchlist, (yield from self._call("POST", "/watchlists", _given(settings), headers)))

    def _list_watchlists(self) -> _Steps[List[Watchlist]]:
        watchlists: List[Watchlist] = []
        path = "/watchlists"
        while True:
            page = yield from self._call("GET", path)
            watchlists += cast(List[Watchlist], page["watchlists"])
            if page["next"] is None:
                return watchlists
            path = f"/watchlists?after={page['next']}"

    def _get_watchlist(self, watchlist_id: str) -> _Steps[Watchlist]:
        return cast(Watchlist, (yield from self._call("GET", f"/watchlists/{watchlist_id}")))

    def _update_watchlist(self, watchlist_id: str, **settings: Optional[str]) -> _Steps[Watchlist]:
        return cast(Watchlist, (yield from self._call("PATCH", f"/watchlists/{watchlist_id}", _given(settings))))

    def _change_watchlist(self, watchlist_id: str, change: Literal["check", "pause", "resume"]) -> _Steps[Watchlist]:
        return cast(Watchlist, (yield from self._call("POST", f"/watchlists/{watchlist_id}/{change}")))

    def _delete_watchlist(self, watchlist_id: str) -> _Steps[None]:
        yield from self._call("DELETE", f"/watchlists/{watchlist_id}")

    def _add_listings(self, watchlist_id: str) -> _Steps[AddedListings]:
        total: AddedListings = {"added": 0, "existing": 0, "unreadable": [], "full": False}
        sent = 0
        while (part := cast(Optional[bytes], (yield "part"))) is not None:
            body = b'{"listings":' + part + b"}"
            result = yield from self._call("PUT", f"/watchlists/{watchlist_id}/listings", body)
            total["added"] += result["added"]
            total["existing"] += result["existing"]
            total["full"] = total["full"] or result["full"]
            for one in result["unreadable"]:
                total["unreadable"].append({"index": sent + one["index"], "detail": one["detail"]})
            sent += len(json.loads(part))
        return total

    def _remove_listings(self, watchlist_id: str, ids: Sequence[str]) -> _Steps[int]:
        removed = 0
        for at in range(0, len(ids), _MAX_REMOVED):
            query = urllib.parse.urlencode({"ids": ",".join(ids[at : at + _MAX_REMOVED])})
            result = yield from self._call("DELETE", f"/watchlists/{watchlist_id}/listings?{query}")
            removed += cast(int, result["removed"])
        return removed

    def _watch_page(
        self, watchlist_id: str, what: Literal["listings", "events"], **query: Optional[str]
    ) -> _Steps[Dict[str, Any]]:
        path = f"/watchlists/{watchlist_id}/{what}?{urllib.parse.urlencode(_given(query))}"
        return cast(Dict[str, Any], (yield from self._call("GET", path)))

    def _send(self, call: _Request) -> Any:
        """Sends a request and waits for the response. Returns the response body; raises PinrefError."""
        headers = {"Content-Type": "application/json", "User-Agent": f"pinref-python/{__version__}", **call.headers}
        if self._api_key is not None:
            headers["X-API-Key"] = self._api_key
        request = urllib.request.Request(self._base + call.path, call.body, headers, method=call.method)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem_of(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            detail = f"Pinref did not respond at {self._base}: {error}"
            raise PinrefError(0, {"code": "no_answer", "detail": detail}) from error


class Pinref(_Client):
    """Calls a Pinref server.

    api_key: one of your account's keys. Without a key, you can make a few free calls a day.
    base_url: the address of the server.
    timeout: the seconds to wait for a response.
    retries: how many times to retry a call after a temporary failure: no response, a server error, or the rate limit.
        A call whose response was lost may have been counted.
    max_wait: the maximum seconds to wait before a retry. A call that would have to wait longer fails immediately.
    """

    def resolve(self, link: str, **options: Unpack[LookupOptions]) -> Listing:
        """Looks up a listing by a share link, the address of a map page, a place id, or a CID link."""
        return self._run(self._resolve(link, options))

    def search(
        self, name: str, country: Optional[str] = None, language: Optional[str] = None
    ) -> List[Candidate]:
        """Searches for listings by name. Returns up to 20, best match first, but permanently closed businesses last.

        A link or an identifier is rejected; `resolve` looks it up.

        country: a code such as "GB".
        language: the language of titles and addresses (BCP 47), such as "ja".
        """
        return self._run(self._search(name, country, language))

    def convert(self, cid: str) -> Conversion:
        """Converts a CID from decimal to hexadecimal or back. Pass the CID as a string."""
        return self._run(self._convert(cid))

    def batch(self, items: Sequence[Mapping[str, Any]]) -> List[Any]:
        """Runs up to 100 operations in one call: `{"operation": "resolve", "url": "..."}` and so on.

        Returns results in the same order: `{"status": 200, "result": ...}` or `{"status": ..., "problem": ...}`.
        """
        return self._run(self._batch(items))

    def resolve_many(self, links: Iterable[str], **options: Unpack[LookupOptions]) -> Iterator[Resolved]:
        """Looks up links, 100 per call, and yields their results in order. Reads links only as it needs them.

        A link that fails has an error as its result and doesn't stop the others. If a whole call fails, this raises.
        """
        source = iter(links)
        while chunk := list(islice(source, _MAX_ITEMS)):
            yield from self._run(self._resolve_chunk(chunk, options))

    def start_batch(
        self,
        lines: Union[str, Iterable[Line]],
        operation: Operation = "auto",
        name: Optional[str] = None,
        **options: Unpack[BatchOptions],
    ) -> Batch:
        """Starts a batch of up to 1,000,000 lines in the background. Needs an API key.

        A string is a CSV of up to 4 MiB; other lines are sent in parts. `name`, up to 100 characters, is shown on the
        dashboard.
        """
        return self._run(self._start_batch(options, operation, name, isinstance(lines, str)), _parts(lines))

    def get_batch(self, batch_id: str) -> Batch:
        """Returns a batch's status."""
        return self._run(self._get_batch(batch_id))

    def list_batches(self) -> List[Batch]:
        """Returns all of the account's batches, newest first."""
        return self._run(self._list_batches())

    def results(
        self,
        batch_id: str,
        after: int = 0,
        status: Optional[RowFilter] = None,
        poll: float = 2,
        code: Optional[str] = None,
        q: Optional[str] = None,
        finding: Optional[Finding] = None,
    ) -> Iterator[BatchRow]:
        """Yields the rows of a batch in order, as they are looked up, up to the last one.

        after: the number of the last row you have, to resume after that row.
        status: only the lines that are counted under this name in the batch's lines.
        poll: the seconds to wait for more rows while the batch runs. Stop iterating to stop waiting.
        code: only lines with this problem, such as "listing_not_found".
        q: only lines with this text in the input, or in the name, address, CID, or place id of the result.
        finding: only the lines that are counted under this name in the batch's audit; "any" for all with a finding.
        """
        cursor = str(after)
        while True:
            page = self._run(self._results_page(batch_id, cursor, status=status, code=code, q=q, finding=finding))
            yield from cast(List[BatchRow], page["results"])
            if page["next"] is None:
                return
            if page["next"] == cursor:
                time.sleep(poll)
            cursor = page["next"]

    def pause_batch(self, batch_id: str) -> Batch:
        """Pauses a batch."""
        return self._run(self._change_batch(batch_id, "pause"))

    def resume_batch(self, batch_id: str) -> Batch:
        """Resumes a paused batch."""
        return self._run(self._change_batch(batch_id, "resume"))

    def cancel_batch(self, batch_id: str) -> Batch:
        """Cancels a batch and keeps its results so far."""
        return self._run(self._change_batch(batch_id, "cancel"))

    def repeat_batch(self, batch_id: str, **options: Unpack[LookupOptions]) -> Batch:
        """Looks up the rows of a finished batch again, in a new batch.

        Once it has finished, its `audit["previous"]` counts what has changed. Omitted options are those of the batch.
        """
        return self._run(self._repeat_batch(batch_id, options))

    def rename_batch(self, batch_id: str, name: Optional[str]) -> Batch:
        """Renames a batch; None removes its name."""
        return self._run(self._rename_batch(batch_id, name))

    def delete_batch(self, batch_id: str) -> None:
        """Cancels a batch and deletes it with its results."""
        self._run(self._delete_batch(batch_id))

    def create_watchlist(
        self,
        name: str,
        period: Period = "weekly",
        digest: Digest = "off",
        batch: Optional[str] = None,
        name_column: Optional[str] = None,
        reference_column: Optional[str] = None,
        closures: ClosureInterval = "off",
    ) -> Watchlist:
        """Creates a watchlist, which reports listings that move, disappear, or reappear. Needs an API key.

        period: how often each listing is checked. digest: how often changes are emailed to the account's owner.
        batch: the id of a batch that has ended. Its listings are added in the background.
        name_column, reference_column: the columns or fields of the batch's lines that have your own names and references;
            by default the batch's, or else "name" and "reference".
        closures: how often each listing is also checked for closure. Each of these checks counts as a call, and Google
            charges for it; see `closures_price`.
        """
        settings = {
            "period": period,
            "digest": digest,
            "batch": batch,
            "name_column": name_column,
            "reference_column": reference_column,
            "closures": closures,
        }
        return self._run(self._create_watchlist(name=name, **settings))

    def list_watchlists(self) -> List[Watchlist]:
        """Returns all of the account's watchlists, newest first."""
        return self._run(self._list_watchlists())

    def get_watchlist(self, watchlist_id: str) -> Watchlist:
        """Returns a watchlist's settings, state and counts."""
        return self._run(self._get_watchlist(watchlist_id))

    def update_watchlist(
        self,
        watchlist_id: str,
        name: Optional[str] = None,
        period: Optional[Period] = None,
        digest: Optional[Digest] = None,
        closures: Optional[ClosureInterval] = None,
    ) -> Watchlist:
        """Changes a watchlist's settings. None leaves a setting unchanged."""
        changes = {"name": name, "period": period, "digest": digest, "closures": closures}
        return self._run(self._update_watchlist(watchlist_id, **changes))

    def delete_watchlist(self, watchlist_id: str) -> None:
        """Deletes a watchlist with its listings and events."""
        self._run(self._delete_watchlist(watchlist_id))

    def add_listings(self, watchlist_id: str, listings: Iterable[ListingToWatch]) -> AddedListings:
        """Adds listings to a watchlist, 10,000 per call. Adding a listing again changes only its name and reference."""
        return self._run(self._add_listings(watchlist_id), _parts(listings, _MAX_ADDED))

    def remove_listings(self, watchlist_id: str, ids: Sequence[str]) -> int:
        """Removes listings by their `id` in the watchlist. Returns how many were in it."""
        return self._run(self._remove_listings(watchlist_id, ids))

    def watched_listings(
        self,
        watchlist_id: str,
        state: Optional[ListingState] = None,
        business_status: Optional[BusinessStatus] = None,
    ) -> Iterator[WatchedListing]:
        """Yields the listings of a watchlist, in no particular order.

        state, business_status: only listings in this state, or with this business status.
        """
        filters = {"state": state, "business_status": business_status}
        cursor: Optional[str] = None
        while True:
            page = self._run(self._watch_page(watchlist_id, "listings", **filters, after=cursor))
            yield from cast(List[WatchedListing], page["listings"])
            cursor = page["next"]
            if cursor is None:
                return

    def watch_events(
        self, watchlist_id: str, after: Optional[str] = None, poll: Optional[float] = None
    ) -> Iterator[WatchEvent]:
        """Yields the events of a watchlist, oldest first.

        after: the id of the last event you have; by default, starts at the oldest, up to 90 days ago.
        poll: how often to look for later events, in seconds, until you stop iterating; by default, ends after the last.
        """
        while True:
            page = self._run(self._watch_page(watchlist_id, "events", after=after))
            for event in cast(List[WatchEvent], page["events"]):
                after = event["id"]
                yield event
            if page["next"] is None:
                if poll is None:
                    return
                time.sleep(poll)

    def check_watchlist(self, watchlist_id: str) -> Watchlist:
        """Checks all listings now, at most once a day."""
        return self._run(self._change_watchlist(watchlist_id, "check"))

    def pause_watchlist(self, watchlist_id: str) -> Watchlist:
        """Pauses a watchlist's checks until it is resumed."""
        return self._run(self._change_watchlist(watchlist_id, "pause"))

    def resume_watchlist(self, watchlist_id: str) -> Watchlist:
        """Resumes a watchlist's checks."""
        return self._run(self._change_watchlist(watchlist_id, "resume"))

    def _run(self, steps: _Steps[_Value], parts: Iterator[bytes] = iter(())) -> _Value:
        try:
            step = next(steps)
            while True:
                try:
                    done = self._do(step, parts)
                except PinrefError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(done)
        except StopIteration as end:
            return cast(_Value, end.value)

    def _do(self, step: _Step, parts: Iterator[bytes]) -> Any:
        if isinstance(step, _Request):
            return self._send(step)
        if step == "part":
            return next(parts, None)
        time.sleep(step)


class AsyncPinref(_Client):
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

    async def resolve(self, link: str, **options: Unpack[LookupOptions]) -> Listing:
        """Looks up a listing by a share link, the address of a map page, a place id, or a CID link."""
        return await self._run(self._resolve(link, options))

    async def search(
        self, name: str, country: Optional[str] = None, language: Optional[str] = None
    ) -> List[Candidate]:
        """Searches for listings by name. Returns up to 20, best match first, but permanently closed businesses last.

        A link or an identifier is rejected; `resolve` looks it up.

        country: a code such as "GB".
        language: the language of titles and addresses (BCP 47), such as "ja".
        """
        return await self._run(self._search(name, country, language))

    async def convert(self, cid: str) -> Conversion:
        """Converts a CID from decimal to hexadecimal or back. Pass the CID as a string."""
        return await self._run(self._convert(cid))

    async def batch(self, items: Sequence[Mapping[str, Any]]) -> List[Any]:
        """Runs up to 100 operations in one call. See `Pinref.batch`."""
        return await self._run(self._batch(items))

    async def resolve_many(
        self, links: Union[Iterable[str], AsyncIterable[str]], **options: Unpack[LookupOptions]
    ) -> AsyncIterator[Resolved]:
        """Looks up links, 100 per call, and yields their results in order. See `Pinref.resolve_many`."""
        chunk: List[str] = []
        async for link in _each(links):
            chunk.append(link)
            if len(chunk) == _MAX_ITEMS:
                for found in await self._run(self._resolve_chunk(chunk, options)):
                    yield found
                chunk = []
        if chunk:
            for found in await self._run(self._resolve_chunk(chunk, options)):
                yield found

    async def start_batch(
        self,
        lines: Union[str, Iterable[Line], AsyncIterable[Line]],
        operation: Operation = "auto",
        name: Optional[str] = None,
        **options: Unpack[BatchOptions],
    ) -> Batch:
        """Starts a batch in the background. See `Pinref.start_batch`."""
        return await self._run(self._start_batch(options, operation, name, isinstance(lines, str)), _async_parts(lines))

    async def get_batch(self, batch_id: str) -> Batch:
        """Returns a batch's status."""
        return await self._run(self._get_batch(batch_id))

    async def list_batches(self) -> List[Batch]:
        """Returns all of the account's batches, newest first."""
        return await self._run(self._list_batches())

    async def results(
        self,
        batch_id: str,
        after: int = 0,
        status: Optional[RowFilter] = None,
        poll: float = 2,
        code: Optional[str] = None,
        q: Optional[str] = None,
        finding: Optional[Finding] = None,
    ) -> AsyncIterator[BatchRow]:
        """Yields the rows of a batch in order, as they are looked up, up to the last one. See `Pinref.results`."""
        cursor = str(after)
        while True:
            page = await self._run(self._results_page(batch_id, cursor, status=status, code=code, q=q, finding=finding))
            for row in cast(List[BatchRow], page["results"]):
                yield row
            if page["next"] is None:
                return
            if page["next"] == cursor:
                await asyncio.sleep(poll)
            cursor = page["next"]

    async def pause_batch(self, batch_id: str) -> Batch:
        """Pauses a batch."""
        return await self._run(self._change_batch(batch_id, "pause"))

    async def resume_batch(self, batch_id: str) -> Batch:
        """Resumes a paused batch."""
        return await self._run(self._change_batch(batch_id, "resume"))

    async def cancel_batch(self, batch_id: str) -> Batch:
        """Cancels a batch and keeps its results so far."""
        return await self._run(self._change_batch(batch_id, "cancel"))

    async def repeat_batch(self, batch_id: str, **options: Unpack[LookupOptions]) -> Batch:
        """Looks up the rows of a finished batch again. See `Pinref.repeat_batch`."""
        return await self._run(self._repeat_batch(batch_id, options))

    async def rename_batch(self, batch_id: str, name: Optional[str]) -> Batch:
        """Renames a batch; None removes its name."""
        return await self._run(self._rename_batch(batch_id, name))

    async def delete_batch(self, batch_id: str) -> None:
        """Cancels a batch and deletes it with its results."""
        await self._run(self._delete_batch(batch_id))

    async def create_watchlist(
        self,
        name: str,
        period: Period = "weekly",
        digest: Digest = "off",
        batch: Optional[str] = None,
        name_column: Optional[str] = None,
        reference_column: Optional[str] = None,
        closures: ClosureInterval = "off",
    ) -> Watchlist:
        """Creates a watchlist. See `Pinref.create_watchlist`."""
        settings = {
            "period": period,
            "digest": digest,
            "batch": batch,
            "name_column": name_column,
            "reference_column": reference_column,
            "closures": closures,
        }
        return await self._run(self._create_watchlist(name=name, **settings))

    async def list_watchlists(self) -> List[Watchlist]:
        """Returns all of the account's watchlists, newest first."""
        return await self._run(self._list_watchlists())

    async def get_watchlist(self, watchlist_id: str) -> Watchlist:
        """Returns a watchlist's settings, state and counts."""
        return await self._run(self._get_watchlist(watchlist_id))

    async def update_watchlist(
        self,
        watchlist_id: str,
        name: Optional[str] = None,
        period: Optional[Period] = None,
        digest: Optional[Digest] = None,
        closures: Optional[ClosureInterval] = None,
    ) -> Watchlist:
        """Changes a watchlist's settings. None leaves a setting unchanged."""
        changes = {"name": name, "period": period, "digest": digest, "closures": closures}
        return await self._run(self._update_watchlist(watchlist_id, **changes))

    async def delete_watchlist(self, watchlist_id: str) -> None:
        """Deletes a watchlist with its listings and events."""
        await self._run(self._delete_watchlist(watchlist_id))

    async def add_listings(
        self, watchlist_id: str, listings: Union[Iterable[ListingToWatch], AsyncIterable[ListingToWatch]]
    ) -> AddedListings:
        """Adds listings to a watchlist, 10,000 per call. Adding a listing again changes only its name and reference."""
        return await self._run(self._add_listings(watchlist_id), _async_parts(listings, _MAX_ADDED))

    async def remove_listings(self, watchlist_id: str, ids: Sequence[str]) -> int:
        """Removes listings by their `id` in the watchlist. Returns how many were in it."""
        return await self._run(self._remove_listings(watchlist_id, ids))

    async def watched_listings(
        self,
        watchlist_id: str,
        state: Optional[ListingState] = None,
        business_status: Optional[BusinessStatus] = None,
    ) -> AsyncIterator[WatchedListing]:
        """Yields the listings of a watchlist, in no particular order. See `Pinref.watched_listings`."""
        filters = {"state": state, "business_status": business_status}
        cursor: Optional[str] = None
        while True:
            page = await self._run(self._watch_page(watchlist_id, "listings", **filters, after=cursor))
            for listing in cast(List[WatchedListing], page["listings"]):
                yield listing
            cursor = page["next"]
            if cursor is None:
                return

    async def watch_events(
        self, watchlist_id: str, after: Optional[str] = None, poll: Optional[float] = None
    ) -> AsyncIterator[WatchEvent]:
        """Yields the events of a watchlist, oldest first. See `Pinref.watch_events`."""
        while True:
            page = await self._run(self._watch_page(watchlist_id, "events", after=after))
            for event in cast(List[WatchEvent], page["events"]):
                after = event["id"]
                yield event
            if page["next"] is None:
                if poll is None:
                    return
                await asyncio.sleep(poll)

    async def check_watchlist(self, watchlist_id: str) -> Watchlist:
        """Checks all listings now, at most once a day."""
        return await self._run(self._change_watchlist(watchlist_id, "check"))

    async def pause_watchlist(self, watchlist_id: str) -> Watchlist:
        """Pauses a watchlist's checks until it is resumed."""
        return await self._run(self._change_watchlist(watchlist_id, "pause"))

    async def resume_watchlist(self, watchlist_id: str) -> Watchlist:
        """Resumes a watchlist's checks."""
        return await self._run(self._change_watchlist(watchlist_id, "resume"))

    async def _run(self, steps: _Steps[_Value], parts: Optional[AsyncIterator[bytes]] = None) -> _Value:
        try:
            step = next(steps)
            while True:
                try:
                    done = await self._do(step, parts)
                except PinrefError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(done)
        except StopIteration as end:
            return cast(_Value, end.value)

    async def _do(self, step: _Step, parts: Optional[AsyncIterator[bytes]]) -> Any:
        if isinstance(step, _Request):
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._send, step)
        if step == "part":
            return None if parts is None else await _next_part(parts)
        await asyncio.sleep(step)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Doesn't follow redirects, so the key is never sent elsewhere."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


def _given(values: Mapping[str, Optional[str]]) -> Dict[str, str]:
    """Returns the values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def _problem_of(response: urllib.error.HTTPError) -> PinrefError:
    retry_after = _retry_after_of(response.headers)
    try:
        return PinrefError(response.code, json.load(response), retry_after)
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        detail = f"The response, with status {response.code}, is not from Pinref. Check base_url."
        return PinrefError(response.code, {"code": "no_answer", "detail": detail}, retry_after)


def _retry_after_of(headers: Message) -> Optional[float]:
    """Returns `Retry-After` in seconds, or None if it is missing.

    The header has a number or a date (RFC 9110, section 10.2.3).
    """
    value = (headers.get("Retry-After") or "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    until = _time_of(value)
    if until is None:
        return None
    # Uses the server's clock, because the date comes from the server.
    now = _time_of(headers.get("Date") or "")
    return max(0.0, until - (time.time() if now is None else now))


def _time_of(date: str) -> Optional[float]:
    try:
        parsed = parsedate_tz(date)
        return None if parsed is None else float(mktime_tz(parsed))
    except (ValueError, OverflowError):
        return None


def _is_temporary(error: PinrefError) -> bool:
    """Whether a retry may succeed soon. An exhausted quota doesn't reset soon."""
    return error.status == 0 or error.status >= 500 or error.code == "too_many_requests"


def _with_jitter(seconds: float) -> float:
    """Adds up to a second, so callers don't all retry at once."""
    return seconds + random.random()


def _is_burst(item: Mapping[str, Any]) -> bool:
    return "problem" in item and bool(item["problem"]["code"] == "too_many_requests")


def _resolved(link: str, item: Mapping[str, Any]) -> Resolved:
    if "problem" in item:
        return Resolved(link, None, PinrefError(item["status"], item["problem"]))
    return Resolved(link, cast(Listing, item["result"]), None)


class _Packer:
    """Groups lines into parts: JSON arrays of about `_PART_BYTES`, with at most `most` lines."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lines: List[bytes] = []
        self._bytes = 0

    def add(self, line: Line) -> Optional[bytes]:
        """Adds a line. Returns the previous part if it is full."""
        text = json.dumps(line).encode()
        is_full = self._bytes + len(text) > _PART_BYTES or len(self._lines) == self._most
        full = self.end() if is_full else None
        self._lines.append(text)
        self._bytes += len(text) + 1
        return full

    def end(self) -> Optional[bytes]:
        """Returns the last part; None if it is empty."""
        part = b"[" + b",".join(self._lines) + b"]" if self._lines else None
        self._lines, self._bytes = [], 0
        return part


def _parts(lines: Union[str, Iterable[Line]], most: int = _MAX_LINES) -> Iterator[bytes]:
    if isinstance(lines, str):
        yield lines.encode()
        return
    packer = _Packer(most)
    for line in lines:
        if part := packer.add(line):
            yield part
    if part := packer.end():
        yield part


async def _async_parts(
    lines: Union[str, Iterable[Line], AsyncIterable[Line]], most: int = _MAX_LINES
) -> AsyncIterator[bytes]:
    if isinstance(lines, str):
        yield lines.encode()
        return
    packer = _Packer(most)
    async for line in _each(lines):
        if part := packer.add(line):
            yield part
    if part := packer.end():
        yield part


async def _each(items: Union[Iterable[_Value], AsyncIterable[_Value]]) -> AsyncIterator[_Value]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


async def _next_part(parts: AsyncIterator[bytes]) -> Optional[bytes]:
    try:
        return await parts.__anext__()
    except StopAsyncIteration:
        return None


def _callback_key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("A callback secret starts with whsec_.")
    return key
