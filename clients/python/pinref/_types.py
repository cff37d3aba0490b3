"""The types of the API's requests and responses, generated from its OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

__all__ = [
    "Batch",
    "BatchAudit",
    "BatchAuditPrevious",
    "BatchDetails",
    "BatchFailedEvent",
    "BatchFailedEventData",
    "BatchFailedEventDataBatch",
    "BatchFallback",
    "BatchFinishedEvent",
    "BatchFinishedEventData",
    "BatchFinishedEventDataBatch",
    "BatchItem",
    "BatchLineCounts",
    "BatchListing",
    "BatchOperation",
    "BatchOptions",
    "BatchPart",
    "BatchReason",
    "BatchRequest",
    "BatchResults",
    "BatchRow",
    "BatchRowCounts",
    "BatchRowFinding",
    "BatchRowListingStatus",
    "BatchRowNameMatch",
    "BatchRowProblem",
    "BatchRowReason",
    "BatchRowState",
    "BatchRows",
    "BatchState",
    "BatchWaitingEvent",
    "BatchWaitingEventData",
    "BatchWaitingEventDataBatch",
    "Batches",
    "Callback",
    "CallbackEvent",
    "CallbackSecret",
    "CallbackState",
    "CallbackTest",
    "CallbackTestEvent",
    "CallbackTestEventData",
    "Callbacks",
    "ClosurePrice",
    "Conversion",
    "ConvertItem",
    "ConvertItemResult",
    "ConvertRequest",
    "CreateBatchRequest",
    "CreateBatchRequestFallback",
    "CreateBatchRequestOperation",
    "CreateBatchRequestStart",
    "CreateCallbackRequest",
    "CreateKeyRequest",
    "CreateKeyRequestOperation",
    "CreateListingsRequest",
    "CreateListingsRequestListing",
    "CreateWatchlistRequest",
    "CreateWatchlistRequestClosures",
    "CreateWatchlistRequestDigest",
    "CreateWatchlistRequestPeriod",
    "CreatedBatch",
    "CreatedCallback",
    "CreatedKey",
    "CreatedListings",
    "CreatedListingsUnreadableListing",
    "DeleteListingsOptions",
    "DeletedBatch",
    "DeletedCallback",
    "DeletedKey",
    "DeletedListings",
    "DeletedWatchlist",
    "Deliveries",
    "Delivery",
    "DeliveryState",
    "DeliveryTry",
    "DeliveryTryFault",
    "ErrorCode",
    "FailedCall",
    "FailedCalls",
    "FindingCounts",
    "GetResultsCsvOptions",
    "GetResultsCsvOptionsFormat",
    "GetResultsJsonlOptions",
    "GetUsageOptions",
    "GetUsageOptionsGroupBy",
    "Identifiers",
    "ItemFailure",
    "ItemFailureOperation",
    "ItemResult",
    "Key",
    "KeyOperation",
    "Keys",
    "Line",
    "ListBatchesOptions",
    "ListBatchesOptionsState",
    "ListCallbacksOptions",
    "ListDeliveriesOptions",
    "ListDeliveriesOptionsState",
    "ListErrorsOptions",
    "ListEventsOptions",
    "ListKeysOptions",
    "ListListingsOptions",
    "ListListingsOptionsBusinessStatus",
    "ListListingsOptionsState",
    "ListResultsOptions",
    "ListResultsOptionsCode",
    "ListResultsOptionsFinding",
    "ListResultsOptionsState",
    "ListWatchlistsOptions",
    "Listing",
    "ListingFields",
    "ListingFieldsMovedFrom",
    "ListingRateLimit",
    "ListingToWatch",
    "LookupOptions",
    "Problem",
    "ProblemError",
    "ProblemIdentifiers",
    "RepeatBatchRequest",
    "ResolveItem",
    "ResolveItemResult",
    "ResolveRequest",
    "ResolveRequestDetails",
    "SearchItem",
    "SearchItemResult",
    "SearchOptions",
    "SearchRequest",
    "SearchResult",
    "SearchResultBusinessStatus",
    "SearchResultLocation",
    "SearchResults",
    "UpdateBatchPartRequest",
    "UpdateBatchRequest",
    "UpdateCallbackRequest",
    "UpdateCallbackRequestState",
    "UpdateKeyRequest",
    "UpdateWatchlistRequest",
    "Usage",
    "UsageGroup",
    "UsageGroupDayCount",
    "UsageKeyCount",
    "UsageOperationCount",
    "UsageStorage",
    "UsageWatching",
    "WatchEvent",
    "WatchEventType",
    "WatchEvents",
    "WatchEventsEvent",
    "WatchEventsEventData",
    "WatchEventsEventDataWatchlist",
    "WatchedListing",
    "WatchedListingState",
    "WatchedListings",
    "Watchlist",
    "WatchlistAdding",
    "WatchlistAudit",
    "WatchlistChanges",
    "WatchlistClosures",
    "WatchlistClosuresPrice",
    "WatchlistClosuresReason",
    "WatchlistDigest",
    "WatchlistFailing",
    "WatchlistListingCounts",
    "WatchlistPeriod",
    "WatchlistReason",
    "WatchlistState",
    "WatchlistWithoutListing",
    "Watchlists",
]


class ListingRateLimit(TypedDict):
    authenticated: bool
    limit: str
    """Calls in the window, or `unlimited`."""

    remaining: int
    """2147483647 when unlimited."""


class ListingFields(TypedDict):
    title: Optional[str]
    title_language: Optional[str]
    """The language of `title` (BCP 47). None if unknown."""

    address: Optional[str]
    """The address on one line, as the source returns it. None if the source has none or was not queried."""

    location: Optional[SearchResultLocation]
    """In degrees. Google’s, or else the position of the listing in the link. None if unknown."""

    business_status: Optional[SearchResultBusinessStatus]
    """Whether the business is open. None if unknown."""

    cid: str
    """Decimal, unsigned 64-bit."""

    hex_cid: str
    """Lower case with `0x`, no zero padding."""

    place_id: Optional[str]
    rating: Optional[str]
    """One decimal place. None without reviews."""

    reviews_count: Optional[int]
    """0 without reviews. None if unknown."""

    maps_url: str
    """A link that opens the listing on the map."""

    review_url: Optional[str]
    reviews_url: Optional[str]
    directions_url: Optional[str]
    schema_hasmap: str
    """For schema.org's `hasMap` property in JSON-LD."""

    feature_id: Optional[str]
    """`0x<cell>:0x<cid>` in lowercase. None if `place_id` is None."""

    kg_id: Optional[str]
    """Knowledge Graph id, `/g/…` or `/m/…`. None unless the link contains the id of this listing."""

    listing_status: BatchRowListingStatus
    """`unchecked`: no source was queried, or the listing is not in the sample data. `listed`: the source confirmed
    these identifiers. `moved`: the requested identifiers are outdated, and these are the current identifiers.
    """

    moved_from: Optional[ListingFieldsMovedFrom]
    """The requested identifiers if `listing_status` is `moved`, otherwise None."""


class Listing(ListingFields):
    rate_limit: ListingRateLimit


class SearchResults(TypedDict):
    results: List[SearchResult]


class SearchResultLocation(TypedDict):
    latitude: float
    longitude: float


class SearchResult(TypedDict):
    title: str
    """The listing's name."""

    title_language: Optional[str]
    """The language of `title` (BCP 47). None if unknown."""

    address: Optional[str]
    """The address on one line, as the source returns it. None if the source has none or was not queried."""

    location: Optional[SearchResultLocation]
    """In degrees. Google’s, or else the position of the listing in the link. None if unknown."""

    business_status: Optional[SearchResultBusinessStatus]
    """Whether the business is open. None if unknown."""

    cid: str
    """Decimal, unsigned 64-bit."""

    hex_cid: str
    """Lower case with `0x`, no zero padding."""

    place_id: str
    """Begins with `ChIJ`."""

    rating: Optional[str]
    """One decimal place. None without reviews."""

    reviews_count: Optional[int]
    """0 without reviews. None if unknown."""

    maps_url: str
    """A link that opens the listing on the map."""

    review_url: str
    """A link that opens the form for writing a review."""

    reviews_url: str
    """A link that opens the reviews."""

    directions_url: str
    """A link that opens directions."""


class Conversion(TypedDict):
    cid_decimal: str
    """Decimal, unsigned 64-bit."""

    hex_cid: str
    """Lower case with `0x`, no zero padding."""

    maps_url: str
    """A link that opens the listing on the map."""

    schema_hasmap: str
    """For schema.org's `hasMap` property in JSON-LD."""


class BatchResults(TypedDict):
    results: List[ItemResult]
    """One result per item, in the same order, with the item’s `operation`. If `ok` is true, it has a `result`, which is
    the operation’s response; otherwise, a `problem`. The headers show the quota after the whole batch.
    """


class ResolveItemResult(TypedDict):
    operation: Literal["resolve"]
    ok: Literal[True]
    status: Literal[200]
    result: Listing


class SearchItemResult(TypedDict):
    operation: Literal["search"]
    ok: Literal[True]
    status: Literal[200]
    result: SearchResults


class ConvertItemResult(TypedDict):
    operation: Literal["convert"]
    ok: Literal[True]
    status: Literal[200]
    result: Conversion


class ItemFailure(TypedDict):
    operation: Optional[ItemFailureOperation]
    """The item’s operation; None if the item has none of the three."""

    ok: Literal[False]
    status: int
    """The item’s HTTP status."""

    problem: Problem


class ProblemError(TypedDict):
    pointer: str
    detail: str


class ProblemIdentifiers(TypedDict):
    """The listing's identifiers, if known despite the failure."""

    cid: str
    """Decimal, unsigned 64-bit."""

    hex_cid: str
    """Lower case with `0x`, no zero padding."""

    place_id: Optional[str]


class Problem(TypedDict):
    """A problem as defined in RFC 9457."""

    type: str
    """The URL of a page about this error code."""

    title: str
    status: int
    detail: str
    """What happened, and what to do."""

    code: ErrorCode
    request_id: str
    retry_after: NotRequired[int]
    """Seconds until you can retry the same call. Omitted if a retry would also fail."""

    errors: NotRequired[List[ProblemError]]
    identifiers: NotRequired[ProblemIdentifiers]
    """The listing's identifiers, if known despite the failure."""


class Batch(TypedDict):
    id: str
    """The batch id."""

    name: Optional[str]
    """The batch’s name; None if it has none."""

    client: Optional[str]
    """The client; None if none."""

    state: BatchState
    """`waiting`: resumes automatically; see `reason`. `paused`: stopped until you resume it. `finished`, `cancelled`,
    and `failed` are final.
    """

    reason: Optional[BatchReason]
    """Why the batch is waiting: the monthly calls are used up (`quota`, or `key_quota` for its key), its key’s calls
    for today are used up (`key_daily_quota`), too many lookups failed today (`failures`), or Google’s limits are
    reached (`upstream`). Why the batch was paused automatically: its `key_id` no longer works, or the account is
    `suspended`. `defect`: the batch failed because of an error on our side.
    """

    resumes_at: Optional[str]
    """When the batch tries again; None if unknown or not waiting. ISO 8601, UTC."""

    operation: BatchOperation
    fallback: BatchFallback
    details: BatchDetails
    language: Optional[str]
    """As sent, in its usual spelling. None for Google’s default."""

    heading_row: Optional[int]
    """The number of the heading row; 0 for none, None before the first rows."""

    column: Optional[str]
    """The CSV column to look up; None if none."""

    name_column: Optional[str]
    """The CSV column with the names; None if none."""

    address_column: List[str]
    """The CSV columns with the address."""

    country_column: Optional[str]
    """The CSV column with the country; None if none."""

    reference_column: Optional[str]
    """The CSV column with your own number or code; None if none."""

    test: bool
    """Whether the batch was created with a test key. Test batches use sample data and do not count."""

    key_id: Optional[str]
    """The id of the key that the batch’s calls count against; None if started on the dashboard."""

    callback_url: Optional[str]
    """The URL that receives the batch’s events in addition to the account’s endpoints; None if none."""

    row_counts: BatchRowCounts
    line_counts: BatchLineCounts
    audit: Optional[BatchAudit]
    """The findings in the lines; None until the batch has finished."""

    seconds_left: Optional[int]
    created_at: str
    """When the batch was created. ISO 8601, UTC."""

    started_at: Optional[str]
    """When the batch was started; None before that. ISO 8601, UTC."""

    ended_at: Optional[str]
    """When the batch ended; None before that. The batch is stored for 35 more days. ISO 8601, UTC."""


class CreatedBatch(Batch):
    callback_secret: Optional[str]
    """The secret that signs callbacks to `callback_url`, returned only here, also if the request is repeated with its
    `Idempotency-Key`; None without `callback_url`.
    """


class BatchRowCounts(TypedDict):
    total: int
    """All rows."""

    headings: int
    """Titles and headings."""

    blank: int
    """Blank rows."""


class BatchLineCounts(TypedDict):
    total: int
    """All other rows."""

    found: int
    """With a listing."""

    to_check: int
    """The next five."""

    name_differs: int
    """With another name."""

    not_found: int
    """Without a listing."""

    failed: int
    """May succeed later."""

    unreadable: int
    """Invalid."""

    not_sent: int
    """Not looked up."""

    waiting: int
    """To be looked up."""

    duplicates: int
    """Rows that repeat an earlier row."""


class BatchAuditPrevious(TypedDict):
    batch_id: str
    """The batch that this one repeats."""

    ended_at: str
    """When it ended. ISO 8601, UTC."""

    appeared: FindingCounts
    """Lines that have the finding now, but did not have it then."""

    resolved: FindingCounts
    """Lines that had the finding then, but do not have it now."""


class FindingCounts(TypedDict):
    moved: int
    """With new identifiers."""

    closed_permanently: int
    """Of businesses that closed permanently."""

    closed_temporarily: int
    """Of businesses that are closed for now."""

    not_found: int
    """Without a listing."""

    duplicate: int
    """That repeat an earlier line."""

    name_differs: int
    """With another name."""

    not_checked: int
    """That were not checked."""


class BatchAudit(FindingCounts):
    """What is wrong with the lines. A line can count several times."""

    fine: int
    """Without a finding."""

    closures_known: int
    """With a known business status, or without a listing."""

    previous: Optional[BatchAuditPrevious]
    """The changes since the batch that this one repeats; None if it repeats none. A change counts only if both batches
    could determine the finding.
    """


class Batches(TypedDict):
    batches: List[Batch]
    next: Optional[str]
    """`after` for the next page; None after the last page."""


class DeletedBatch(TypedDict):
    id: str
    """The batch id."""

    deleted: Literal[True]


class BatchPart(TypedDict):
    part: int
    """The part number."""

    line_count: int
    """Lines in the part."""

    batch_line_count: int
    """Lines in the batch, including this part."""


class BatchRows(TypedDict):
    results: List[BatchRow]
    next: Optional[str]
    """`after` for the next page; None after the last row. While the batch runs, a page can be empty: request `next`
    again later.
    """


class BatchRowProblem(TypedDict):
    code: ErrorCode
    detail: str
    cid: Optional[str]
    place_id: Optional[str]


class BatchRow(TypedDict):
    row: int
    """The row’s number, starting at 1. Titles, headings, and blank rows count."""

    state: BatchRowState
    """`failed`: may succeed later. `unreadable`: the row is invalid and would fail again. `not_sent`: see `reason`."""

    reason: Optional[BatchRowReason]
    """Why a row was not sent: it is not a line, has no link and no name to search for, its kind was not chosen on the
    dashboard, or the batch ended. Otherwise None.
    """

    input: Any
    """The row as you sent it: a string or an object. A CSV row is an object keyed by column."""

    duplicate_of: Optional[int]
    """The number of the earliest row with the same listing or request. None if there is none."""

    name_match: Optional[BatchRowNameMatch]
    """How the row’s name compares with the title. None if either is missing."""

    listing_status: Optional[BatchRowListingStatus]
    """As `listing.listing_status`. None without a listing."""

    business_status: Optional[SearchResultBusinessStatus]
    """As `listing.business_status`. None without a listing."""

    findings: List[BatchRowFinding]
    """Empty for a line that is fine, and for rows that aren’t lines."""

    previous_findings: Optional[List[BatchRowFinding]]
    """The findings in the batch that this one repeats. None without one, or if the row was not checked then."""

    listing: Optional[BatchListing]
    problem: Optional[BatchRowProblem]
    """What went wrong, and the identifiers if known."""


class BatchListing(ListingFields):
    matches: Optional[int]
    """The number of listings that the search found. None without a search."""


class Keys(TypedDict):
    keys: List[Key]
    next: Optional[str]
    """`after` for the next page; None after the last page."""


class Key(TypedDict):
    id: str
    name: str
    """Its name."""

    prefix: str
    """The first characters of the key."""

    test: bool
    """Whether it is a test key, which returns sample data and does not count."""

    operations: Optional[List[KeyOperation]]
    """The operations that the key can call besides `GET /api/key`; None for all except `keys` and `callbacks`."""

    monthly_limit: Optional[int]
    """The key's own monthly limit; None for the plan's."""

    daily_limit: Optional[int]
    """The key's own daily limit; None for none."""

    burst_limit: Optional[int]
    """The key's own limit per ten seconds; None for the account's."""

    addresses: Optional[List[str]]
    """Addresses and ranges that the key works from; None for any."""

    client: Optional[str]
    """The client; None if none."""

    created_at: str
    """When the key was created. ISO 8601, UTC."""

    expires_at: Optional[str]
    """When the key expires; None for never. ISO 8601, UTC."""

    parent_key_id: Optional[str]
    """The id of the key that created this key; None if created on the dashboard."""

    last_used_at: Optional[str]
    """The key’s last call, except to `GET /api/key`; None before the first call. ISO 8601, UTC."""

    calls_this_month: int
    """The key’s calls this month (UTC)."""

    monthly_remaining: Optional[int]
    """Calls left this month under the monthly limits of the key and of the keys that it was created with, which also
    include the calls of other keys created with them; None if none has a limit.
    """

    daily_remaining: Optional[int]
    """Like `monthly_remaining`, for today (UTC)."""


class CreatedKey(Key):
    key: str
    """The key itself, to send as `X-API-Key`. Only in this response."""


class DeletedKey(TypedDict):
    id: str
    """The key id."""

    deleted: Literal[True]


class Callbacks(TypedDict):
    callbacks: List[Callback]
    next: Optional[str]
    """`after` for the next page; None after the last page."""


class Callback(TypedDict):
    id: str
    """The endpoint id."""

    url: str
    """An `https://` URL with a public host name, on port 443 or 8443."""

    state: CallbackState
    """Whether events are sent to the endpoint."""

    created_at: str
    """When the endpoint was created. ISO 8601, UTC."""

    verified_at: Optional[str]
    """When the endpoint’s address first accepted a test event; None before that. ISO 8601, UTC."""

    first_failed_at: Optional[str]
    """When deliveries began to fail; None if the last delivery succeeded. ISO 8601, UTC."""

    turned_off_at: Optional[str]
    """When the endpoint was turned off; None if it is on. ISO 8601, UTC."""

    former_secret_expires_at: Optional[str]
    """When the last of the replaced secrets stops signing; None if none still signs. ISO 8601, UTC."""


class CreatedCallback(Callback):
    secret: Optional[str]
    """The signing secret, returned only here, also if the request is repeated with its `Idempotency-Key`; None once
    rotated.
    """


class DeletedCallback(TypedDict):
    id: str
    """The endpoint id."""

    deleted: Literal[True]


class CallbackTest(TypedDict):
    event_id: str
    """The event’s `webhook-id`."""


class CallbackSecret(TypedDict):
    secret: str
    """The new secret, shown once."""

    former_expires_at: str
    """When the previous secret stops signing. ISO 8601, UTC."""


class Deliveries(TypedDict):
    deliveries: List[Delivery]
    """Newest first, from the last 200 stored."""

    next: Optional[str]
    """`after` for the next page; None after the last page."""


class DeliveryTry(TypedDict):
    tried_at: str
    """When the try began. ISO 8601, UTC."""

    duration_ms: int
    """How long it took, in milliseconds."""

    status: Optional[int]
    """The response status; None without a response."""

    fault: Optional[DeliveryTryFault]
    """Why the event was not sent or got no response; None otherwise. `unverified`: the status is for the test event
    that a new address has to accept first. `no_secret`: the secret cannot be read; rotate it.
    """


class Delivery(TypedDict):
    id: str
    """The delivery id."""

    event_id: str
    """The event’s `webhook-id`."""

    type: str
    """The event’s type."""

    callback_id: Optional[str]
    """The id of the endpoint; None for a batch’s `callback_url`."""

    batch_id: Optional[str]
    """The id of the batch that the event is about; None for other events."""

    url: str
    """The URL of the last or next try."""

    state: DeliveryState
    """`failed`: 8 tries failed. `held`: not sent, because the endpoint was off, or the endpoint or batch had been
    deleted.
    """

    created_at: str
    """When the event happened. ISO 8601, UTC."""

    next_try_at: Optional[str]
    """When the next try is due; None if there is none. ISO 8601, UTC."""

    tries: List[DeliveryTry]
    """Oldest first, at most 20."""


class WatchlistClosuresPrice(TypedDict):
    """What checking one listing for closure takes in a month, by interval."""

    weekly: ClosurePrice
    monthly: ClosurePrice


class WatchlistListingCounts(TypedDict):
    """How many listings are in each state, and how many are closed."""

    total: int
    """All listings."""

    unchecked: int
    """Not checked yet, or unknown to every source."""

    listed: int
    """Under the identifiers that you added."""

    moved: int
    """Under new identifiers."""

    gone: int
    """No longer on Google Maps."""

    unreadable: int
    """Without an identifier."""

    closed_permanently: int
    """Closed permanently, in any state."""

    closed_temporarily: int
    """Closed temporarily, in any state."""


class WatchlistAudit(TypedDict):
    """What is wrong with the listings. One listing can count in several, but in `fine` only if in none."""

    fine: int
    """Without any of the following."""

    moved: int
    """Under new identifiers."""

    closed_permanently: int
    """Closed permanently."""

    closed_temporarily: int
    """Closed temporarily."""

    not_found: int
    """No longer on Google Maps."""

    not_checked: int
    """Not checked yet, unknown to every source, or without an identifier."""

    closures_known: int
    """Whose business status is known, or that are no longer on Google Maps."""


class WatchlistChanges(TypedDict):
    """Events in the last 30 days."""

    moved: int
    """Listings that moved."""

    gone: int
    """Listings that disappeared."""

    back: int
    """Listings that reappeared."""

    closed: int
    """Listings that closed."""

    reopened: int
    """Listings that reopened."""


class WatchlistFailing(TypedDict):
    listing_count: int
    """How many listings are affected."""

    code: ErrorCode
    first_failed_at: str
    """When the problem first occurred. ISO 8601, UTC."""


class WatchlistAdding(TypedDict):
    batch_id: str
    done_count: int
    """Rows processed so far."""

    row_count: int
    """All rows."""


class WatchlistWithoutListing(TypedDict):
    batch_id: str
    not_found: int
    """Lines whose listing doesn’t exist."""

    failed: int
    """Lines whose lookup failed and that contain no identifier."""

    unreadable: int
    """Lines with invalid input."""

    not_sent: int
    """Lines that were not looked up."""


class Watchlist(TypedDict):
    id: str
    """The watchlist id."""

    name: str
    """The display name."""

    client: Optional[str]
    """The client; None if none."""

    period: WatchlistPeriod
    """How often each listing is checked. A month is 30 days."""

    closures: WatchlistClosures
    """How often each listing is also checked for closure, at the price in `closures_price`. With `off`, closures are
    not reported, and checks are free.
    """

    closures_price: WatchlistClosuresPrice
    """What checking one listing for closure takes in a month, by interval."""

    closures_reason: Optional[WatchlistClosuresReason]
    """Why checks for closure are waiting while other checks continue: the monthly calls are used up (`quota`), or a
    limit on calls that Google charges for is reached (`upstream`).
    """

    digest: WatchlistDigest
    """How often changes are emailed to the account’s owner."""

    state: WatchlistState
    """`paused`: no checks until you resume the watchlist. `waiting`: checks resume automatically; see `reason`."""

    reason: Optional[WatchlistReason]
    """Why the watchlist is waiting: the monthly calls are used up (`quota`), the plan allows fewer listings than are
    watched (`plan`), the account is `suspended`, or Google’s limits are reached (`upstream`).
    """

    test: bool
    """Whether the watchlist was created with a test key and watches sample data."""

    listing_counts: WatchlistListingCounts
    """How many listings are in each state, and how many are closed."""

    audit: WatchlistAudit
    """What is wrong with the listings. One listing can count in several, but in `fine` only if in none."""

    changes: WatchlistChanges
    """Events in the last 30 days."""

    failing: Optional[WatchlistFailing]
    """Listings that could not be checked when due and are retried every hour, with the last problem; None if none."""

    adding: Optional[WatchlistAdding]
    """The batch whose listings are being added; None if none."""

    without_listing: Optional[WatchlistWithoutListing]
    """The batch’s lines that were not added, because they have no listing; None without a batch."""

    full: bool
    """Whether some of the batch’s listings were not added because of the plan’s limit."""

    created_at: str
    """When the watchlist was created. ISO 8601, UTC."""

    last_checked_at: Optional[str]
    """When a listing was last checked. ISO 8601, UTC."""

    next_check_allowed_at: Optional[str]
    """When you can check all listings again (once a day); None if you can do it now. ISO 8601, UTC."""


class ClosurePrice(TypedDict):
    lookups_per_month: float
    """Calls that count toward your quota."""

    usd_per_month: float
    """The maximum that Google charges the operator, in US dollars; 0 with sample data."""


class Watchlists(TypedDict):
    watchlists: List[Watchlist]
    next: Optional[str]
    """`after` for the next page; None after the last page."""


class DeletedWatchlist(TypedDict):
    id: str
    """The watchlist id."""

    deleted: Literal[True]


class CreatedListingsUnreadableListing(TypedDict):
    index: int
    """The listing’s position in `listings`, starting at 0."""

    detail: str


class CreatedListings(TypedDict):
    created_count: int
    """New listings, including unreadable ones."""

    existing_count: int
    """Listings that were already in the watchlist. If you send a name or reference, it replaces the listing’s current
    one.
    """

    unreadable_listings: List[CreatedListingsUnreadableListing]
    """New listings that can’t be checked, because their text contains no identifier."""

    full: bool
    """Whether some listings were not added because of your plan’s limit."""

    watchlist_id: str
    """The watchlist id."""


class DeletedListings(TypedDict):
    deleted_count: int
    """The number of removed listings."""

    watchlist_id: str
    """The watchlist id."""


class WatchedListings(TypedDict):
    listings: List[WatchedListing]
    next: Optional[str]
    """`after` for the next page; None after the last page."""


class WatchedListing(TypedDict):
    id: str
    """The CID that you added; another id for an unreadable listing."""

    state: WatchedListingState
    """`unchecked`: not checked yet, or unknown to every source. `listed`: Google has the listing under the identifiers
    that you added. `moved`: the listing has new identifiers. `gone`: Google no longer has the listing, confirmed by two
    checks at least a day apart. `unreadable`: the text that you added contains no identifier.
    """

    name: Optional[str]
    """Your own name for the listing."""

    reference: Optional[str]
    """Your own reference."""

    listing: Optional[Identifiers]
    """The current identifiers; None if unreadable."""

    moved_from: Optional[Identifiers]
    """The identifiers that you added, if they have changed."""

    business_status: Optional[SearchResultBusinessStatus]
    """The business’s last known status; None if the listing was never checked for closure."""

    text: Optional[str]
    """The text that you added, if it is unreadable."""

    detail: Optional[str]
    """Why it is unreadable."""

    changed_at: Optional[str]
    """When the listing’s state or business status last changed after the first check. ISO 8601, UTC."""

    checked_at: Optional[str]
    """When the listing was last checked. ISO 8601, UTC."""

    closure_checked_at: Optional[str]
    """When the listing was last checked for closure. ISO 8601, UTC."""


class Identifiers(TypedDict):
    cid: str
    """Decimal, unsigned 64-bit."""

    hex_cid: str
    """Lower case with `0x`, no zero padding."""

    place_id: Optional[str]


class WatchEvents(TypedDict):
    events: List[WatchEvent]
    next: Optional[str]
    """`after` for the next page; None if no more events have been detected yet. To get later events, send the id of the
    last event as `after`.
    """


class WatchEvent(TypedDict):
    id: str
    """Unique within the watchlist, in time order."""

    type: WatchEventType
    """`listing.moved`: the listing has new identifiers. `listing.gone`: Google no longer has the listing.
    `listing.back`: Google has the listing again. `listing.closed`: the business has closed, see `business_status`.
    `listing.reopened`: the business is no longer closed. `listing.unreadable`: the text that you added contains no
    identifier.
    """

    occurred_at: str
    """When the event was detected. ISO 8601, UTC."""

    listing_id: str
    """The `id` of the listing in the watchlist."""

    name: Optional[str]
    """Your own name for the listing."""

    reference: Optional[str]
    """Your own reference."""

    listing: Optional[Identifiers]
    """The current identifiers; None if unreadable."""

    moved_from: Optional[Identifiers]
    """The listing’s previous identifiers, if they have changed."""

    business_status: Optional[SearchResultBusinessStatus]
    """The business’s new status, if it has closed or reopened."""

    text: Optional[str]
    """The text that you added, if it is unreadable."""

    detail: Optional[str]
    """Why it is unreadable."""


class UsageOperationCount(TypedDict):
    operation: str
    succeeded: int
    """Calls that counted."""

    failed: int
    """Calls that failed and were refunded."""

    rejected: int
    """Calls rejected because of a quota or limit."""


class UsageKeyCount(TypedDict):
    key_id: str
    name: str
    """Its name."""

    prefix: str
    """The first characters of the key."""

    test: bool
    """Whether it is a test key, which returns sample data and does not count."""

    used: int
    """Its calls. Test key calls are not included in `used` above."""

    limit: Optional[int]
    """The key’s own monthly limit; None if none."""

    remaining: Optional[int]
    """Calls left under the monthly limits of the key and of the keys that it was created with; None if none has a
    limit.
    """

    daily_limit: Optional[int]
    """The key’s own daily limit; None if none."""

    daily_remaining: Optional[int]
    """Like `remaining`, for today (UTC)."""


class UsageGroupDayCount(TypedDict):
    date: str
    """UTC."""

    used: int
    """Calls that counted."""


class UsageGroup(TypedDict):
    key_id: Optional[str]
    """None if not one key."""

    client: Optional[str]
    """None if not one client."""

    name: str
    """The key, client, or other origin."""

    used: int
    """Calls that counted."""

    day_counts: List[UsageGroupDayCount]


class UsageStorage(TypedDict):
    """Storage used by batches, and its limits. Delete a batch to make room."""

    batch_count: int
    """Stored batches."""

    max_batches: int
    """The maximum number of batches."""

    line_count: int
    """Lines in all batches."""

    max_lines: int
    """The maximum number of lines in all batches."""

    byte_count: int
    """Bytes used by all batches and their results."""

    max_bytes: int
    """The maximum number of bytes, set by the plan."""


class UsageWatching(TypedDict):
    """Watched listings and their limits. Remove a listing to make room."""

    watchlist_count: int
    """The account’s watchlists."""

    max_watchlists: int
    """The maximum number of watchlists."""

    listing_count: int
    """Listings in all watchlists."""

    max_listings: Optional[int]
    """The maximum number of listings, set by the plan; None if unlimited."""


class Usage(TypedDict):
    month: str
    """The current month, UTC."""

    plan: str
    """The plan id."""

    limit: Optional[int]
    """The plan’s calls per month; None if unlimited."""

    used: int
    """Calls that counted against the plan, from all keys and the dashboard."""

    remaining: Optional[int]
    """Calls left; None if unlimited."""

    resets_at: str
    """When the month ends. ISO 8601, UTC."""

    operation_counts: List[UsageOperationCount]
    key_counts: List[UsageKeyCount]
    other: int
    """Calls that counted, from the dashboard and from revoked keys."""

    groups: Optional[List[UsageGroup]]
    """Calls by `group_by`; None without it. Labels are those at the time of a call."""

    storage: UsageStorage
    """Storage used by batches, and its limits. Delete a batch to make room."""

    watching: UsageWatching
    """Watched listings and their limits. Remove a listing to make room."""


class FailedCalls(TypedDict):
    errors: List[FailedCall]
    next: Optional[str]
    """`after` for the next page; None after the last page."""


class FailedCall(TypedDict):
    request_id: str
    """The `X-Request-Id` of the call."""

    occurred_at: str
    """When the call failed. ISO 8601, UTC."""

    key_id: Optional[str]
    """The id of the key; None for an app."""

    key_name: Optional[str]
    """The key’s name; None if unknown."""

    operation: str
    """The operation, or an agent’s tool."""

    item_count: Optional[int]
    """How many items of the call failed with this code; None without items."""

    status: int
    """The HTTP status."""

    code: ErrorCode
    detail: str
    """What happened, without the links, names, and identifiers in the request."""


class ResolveRequest(TypedDict):
    url: str
    """A share link, a legacy short link, a desktop map URL, a place id, or share text that contains one."""

    details: NotRequired[ResolveRequestDetails]
    """`none`: the identifiers in the text itself; Google is called only to follow a short link. `checked`: Google’s
    current identifiers, from requests that Google does not charge for. A bare CID gets its place id, a moved listing
    returns its new identifiers, and a listing that no longer exists returns 404. `full`: also the title, address,
    rating, review count, and business status. Defaults to `full`.
    """

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""


class SearchRequest(TypedDict):
    name: str
    """A business name. A link or an identifier is rejected, because `resolve` looks it up."""

    country: NotRequired[str]
    """ISO 3166-1 alpha-2; `UK` is read as `GB`."""

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""


class ConvertRequest(TypedDict):
    cid: str
    """Decimal, or hexadecimal with or without `0x`; 0 to 18446744073709551615."""


class BatchRequest(TypedDict):
    items: Sequence[BatchItem]
    """1 to 100 items. Each has an `operation` (`resolve`, `search`, or `convert`) with its fields, and counts as a
    separate call. An item that is invalid, fails, or exceeds the quota does not affect the others.
    """


class CreateBatchRequest(TypedDict):
    name: NotRequired[str]
    """A display name: one line of 1 to 100 characters. Result files have the same name."""

    client: NotRequired[str]
    """Your customer’s name, to group usage by."""

    operation: NotRequired[CreateBatchRequestOperation]
    """What to do with the lines. `auto` resolves links and identifiers, and searches for names. In an object, the
    operation depends on the field: `url`, `name` (with an optional `address` and `country`), or `cid`. Defaults to
    `auto`.
    """

    details: NotRequired[ResolveRequestDetails]
    """As in `/resolve`. Names require `full`. Defaults to `full`."""

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""

    heading_row: NotRequired[int]
    """For CSV: the number of the row with the headings; 0 for none. Detected if omitted."""

    column: NotRequired[str]
    """For CSV: the column to look up. Columns are guessed if omitted."""

    name_column: NotRequired[str]
    """For CSV: the column with names, to compare with titles and for `fallback`. Empty for none."""

    address_column: NotRequired[Union[str, Sequence[str]]]
    """For CSV: the columns with the address to search for along with the name. Repeat it in a query string."""

    country_column: NotRequired[str]
    """For CSV: the column with the country to search in. Defaults to the address’s."""

    reference_column: NotRequired[str]
    """For CSV: the column with your own number."""

    fallback: NotRequired[CreateBatchRequestFallback]
    """`name`: if a link is missing or unusable, search for the name. Requires `details` `full`. Defaults to `none`."""

    start: NotRequired[CreateBatchRequestStart]
    """When to start. Defaults to `now` if you send lines, otherwise to `later`."""

    callback_url: NotRequired[str]
    """A URL that receives this batch’s events, in addition to the account’s endpoints. A new address gets a test event
    first.
    """

    lines: NotRequired[Sequence[Line]]
    """The lines: strings, or objects with `url`, `name`, or `cid`."""


class UpdateBatchRequest(TypedDict):
    name: NotRequired[Optional[str]]
    """The new name, one line of 1 to 100 characters; None to remove it."""

    client: NotRequired[Optional[str]]
    """The client; None for none."""


class UpdateBatchPartRequest(TypedDict):
    lines: NotRequired[Sequence[Union[str, Mapping[str, Any]]]]
    """The lines: strings, or objects with `url`, `name`, or `cid`."""


class RepeatBatchRequest(TypedDict):
    details: NotRequired[ResolveRequestDetails]
    """As in `/resolve`. Defaults to the batch’s. `full` also finds closed businesses."""

    language: NotRequired[str]
    """As in `/resolve`. Defaults to the batch’s."""


class CreateKeyRequest(TypedDict):
    name: str
    """The key’s name, 1 to 60 characters."""

    test: NotRequired[bool]
    """Whether to create a test key, which returns sample data and does not count. Defaults to the type of the calling
    key.
    """

    operations: NotRequired[Optional[Sequence[CreateKeyRequestOperation]]]
    """The operations that the key can call; None for all except `keys` and `callbacks`, which manage keys and
    callbacks.
    """

    monthly_limit: NotRequired[Optional[int]]
    """Calls per month (UTC); None for the plan's limit. Does not apply to test keys."""

    daily_limit: NotRequired[Optional[int]]
    """Calls per day (UTC); None for no limit. Does not apply to test keys."""

    burst_limit: NotRequired[Optional[int]]
    """Calls per ten seconds; None for the account's limit."""

    client: NotRequired[Optional[str]]
    """The client; None for none."""

    addresses: NotRequired[Optional[Sequence[str]]]
    """Up to 20 IP addresses and CIDR ranges that the key works from; None for any."""

    expires_at: NotRequired[Optional[str]]
    """When the key expires; None for never."""


class UpdateKeyRequest(TypedDict):
    name: NotRequired[str]
    """The key’s name, 1 to 60 characters."""

    operations: NotRequired[Optional[Sequence[CreateKeyRequestOperation]]]
    """The operations that the key can call; None for all except `keys` and `callbacks`, which manage keys and
    callbacks.
    """

    monthly_limit: NotRequired[Optional[int]]
    """Calls per month (UTC); None for the plan's limit. Does not apply to test keys."""

    daily_limit: NotRequired[Optional[int]]
    """Calls per day (UTC); None for no limit. Does not apply to test keys."""

    burst_limit: NotRequired[Optional[int]]
    """Calls per ten seconds; None for the account's limit."""

    client: NotRequired[Optional[str]]
    """The client; None for none."""

    addresses: NotRequired[Optional[Sequence[str]]]
    """Up to 20 IP addresses and CIDR ranges that the key works from; None for any."""

    expires_at: NotRequired[Optional[str]]
    """When the key expires; None for never."""


class CreateCallbackRequest(TypedDict):
    url: str
    """An `https://` URL with a public host name, on port 443 or 8443."""


class UpdateCallbackRequest(TypedDict):
    url: NotRequired[str]
    """An `https://` URL with a public host name, on port 443 or 8443."""

    state: NotRequired[UpdateCallbackRequestState]
    """Whether events are sent to the endpoint. A new URL turns it on."""


class CreateWatchlistRequest(TypedDict):
    name: str
    """A display name of 1 to 100 characters."""

    client: NotRequired[str]
    """Your customer’s name, to group usage by."""

    period: NotRequired[CreateWatchlistRequestPeriod]
    """How often each listing is checked. A month is 30 days. Defaults to `weekly`."""

    closures: NotRequired[CreateWatchlistRequestClosures]
    """How often each listing is also checked for closure, at the price in `closures_price`. With `off`, closures are
    not reported, and checks are free. Defaults to `off`.
    """

    digest: NotRequired[CreateWatchlistRequestDigest]
    """How often changes are emailed to the account’s owner. Defaults to `off`."""

    batch_id: NotRequired[str]
    """The id of a batch that has ended. The batch’s listings are added in the background."""

    name_column: NotRequired[str]
    """The column or field in the batch’s lines with your own name for each listing; empty for none. Defaults to the
    batch’s `name_column`, or else to `name`.
    """

    reference_column: NotRequired[str]
    """The column or field in the batch’s lines with your own reference for each listing; empty for none. Defaults to
    the batch’s `reference_column`, or else to `reference`.
    """


class UpdateWatchlistRequest(TypedDict):
    name: NotRequired[str]
    """The new name."""

    client: NotRequired[Optional[str]]
    """The client; None for none."""

    period: NotRequired[CreateWatchlistRequestPeriod]
    """How often each listing is checked. A month is 30 days."""

    closures: NotRequired[CreateWatchlistRequestClosures]
    """How often each listing is also checked for closure, at the price in `closures_price`. With `off`, closures are
    not reported, and checks are free.
    """

    digest: NotRequired[CreateWatchlistRequestDigest]
    """How often changes are emailed to the account’s owner."""


class CreateListingsRequestListing(TypedDict):
    url: str
    """A place id, a CID, a feature id, or a link that contains one. Look up short links first, because they contain no
    identifier.
    """

    name: NotRequired[str]
    """Your own name for the listing. The name is returned with every event."""

    reference: NotRequired[str]
    """Your own reference. The reference is returned with every event."""


class CreateListingsRequest(TypedDict):
    listings: Sequence[ListingToWatch]
    """Strings, or objects with `url`, `name`, and `reference`."""


class ResolveItem(TypedDict):
    operation: Literal["resolve"]
    url: str
    """A share link, a legacy short link, a desktop map URL, a place id, or share text that contains one."""

    details: NotRequired[ResolveRequestDetails]
    """`none`: the identifiers in the text itself; Google is called only to follow a short link. `checked`: Google’s
    current identifiers, from requests that Google does not charge for. A bare CID gets its place id, a moved listing
    returns its new identifiers, and a listing that no longer exists returns 404. `full`: also the title, address,
    rating, review count, and business status. Defaults to `full`.
    """

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""


class SearchItem(TypedDict):
    operation: Literal["search"]
    name: str
    """A business name. A link or an identifier is rejected, because `resolve` looks it up."""

    country: NotRequired[str]
    """ISO 3166-1 alpha-2; `UK` is read as `GB`."""

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""


class ConvertItem(TypedDict):
    operation: Literal["convert"]
    cid: str
    """Decimal, or hexadecimal with or without `0x`; 0 to 18446744073709551615."""


class BatchFinishedEventDataBatch(TypedDict):
    id: str
    """The batch id."""

    name: Optional[str]
    """The batch’s name; None if it has none."""

    state: Literal["finished"]
    reason: Optional[BatchReason]
    """Why the batch is waiting or why it failed; None otherwise."""

    row_counts: BatchRowCounts
    line_counts: BatchLineCounts
    audit: Optional[BatchAudit]
    """The findings in the lines; None until the batch has finished."""


class BatchFinishedEventData(TypedDict):
    batch: BatchFinishedEventDataBatch
    resumes_at: NotRequired[str]
    """When the batch tries again, if known. ISO 8601, UTC."""


class BatchFinishedEvent(TypedDict):
    """Every line of a batch is done."""

    type: Literal["batch.finished"]
    timestamp: str
    """When the event happened. ISO 8601, UTC."""

    data: BatchFinishedEventData


class BatchFailedEventDataBatch(TypedDict):
    id: str
    """The batch id."""

    name: Optional[str]
    """The batch’s name; None if it has none."""

    state: Literal["failed"]
    reason: Optional[BatchReason]
    """Why the batch is waiting or why it failed; None otherwise."""

    row_counts: BatchRowCounts
    line_counts: BatchLineCounts
    audit: Optional[BatchAudit]
    """The findings in the lines; None until the batch has finished."""


class BatchFailedEventData(TypedDict):
    batch: BatchFailedEventDataBatch
    resumes_at: NotRequired[str]
    """When the batch tries again, if known. ISO 8601, UTC."""


class BatchFailedEvent(TypedDict):
    """A batch ended because of an error on our side."""

    type: Literal["batch.failed"]
    timestamp: str
    """When the event happened. ISO 8601, UTC."""

    data: BatchFailedEventData


class BatchWaitingEventDataBatch(TypedDict):
    id: str
    """The batch id."""

    name: Optional[str]
    """The batch’s name; None if it has none."""

    state: Literal["waiting"]
    reason: Optional[BatchReason]
    """Why the batch is waiting or why it failed; None otherwise."""

    row_counts: BatchRowCounts
    line_counts: BatchLineCounts
    audit: Optional[BatchAudit]
    """The findings in the lines; None until the batch has finished."""


class BatchWaitingEventData(TypedDict):
    batch: BatchWaitingEventDataBatch
    resumes_at: NotRequired[str]
    """When the batch tries again, if known. ISO 8601, UTC."""


class BatchWaitingEvent(TypedDict):
    """A batch is waiting for your quota or for Google, and resumes automatically. `reason` says why."""

    type: Literal["batch.waiting"]
    timestamp: str
    """When the event happened. ISO 8601, UTC."""

    data: BatchWaitingEventData


class WatchEventsEventDataWatchlist(TypedDict):
    id: str
    name: str


class WatchEventsEventData(TypedDict):
    watchlist: WatchEventsEventDataWatchlist
    events: List[WatchEvent]
    """Oldest first, at most 100."""


class WatchEventsEvent(TypedDict):
    """Listings in a watchlist moved, disappeared, reappeared, closed, or reopened."""

    type: Literal["watch.events"]
    timestamp: str
    """When the event happened. ISO 8601, UTC."""

    data: WatchEventsEventData


class CallbackTestEventData(TypedDict):
    pass


class CallbackTestEvent(TypedDict):
    """A test event: the first event sent to a new address."""

    type: Literal["callback.test"]
    timestamp: str
    """When the event happened. ISO 8601, UTC."""

    data: CallbackTestEventData


class ListingFieldsMovedFrom(TypedDict):
    cid: str
    """Decimal, unsigned 64-bit."""

    place_id: Optional[str]


class LookupOptions(TypedDict):
    """Options, as keyword arguments."""

    details: NotRequired[ResolveRequestDetails]
    """`none`: the identifiers in the text itself; Google is called only to follow a short link. `checked`: Google’s
    current identifiers, from requests that Google does not charge for. A bare CID gets its place id, a moved listing
    returns its new identifiers, and a listing that no longer exists returns 404. `full`: also the title, address,
    rating, review count, and business status. Defaults to `full`.
    """

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""


class SearchOptions(TypedDict):
    """Options, as keyword arguments."""

    country: NotRequired[str]
    """ISO 3166-1 alpha-2; `UK` is read as `GB`."""

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""


class BatchOptions(TypedDict):
    """Options, as keyword arguments."""

    name: NotRequired[str]
    """A display name: one line of 1 to 100 characters. Result files have the same name."""

    client: NotRequired[str]
    """Your customer’s name, to group usage by."""

    operation: NotRequired[CreateBatchRequestOperation]
    """What to do with the lines. `auto` resolves links and identifiers, and searches for names. In an object, the
    operation depends on the field: `url`, `name` (with an optional `address` and `country`), or `cid`. Defaults to
    `auto`.
    """

    details: NotRequired[ResolveRequestDetails]
    """As in `/resolve`. Names require `full`. Defaults to `full`."""

    language: NotRequired[str]
    """The language of `title` and `address` (BCP 47). Google may return another one. Defaults to English."""

    heading_row: NotRequired[int]
    """For CSV: the number of the row with the headings; 0 for none. Detected if omitted."""

    column: NotRequired[str]
    """For CSV: the column to look up. Columns are guessed if omitted."""

    name_column: NotRequired[str]
    """For CSV: the column with names, to compare with titles and for `fallback`. Empty for none."""

    address_column: NotRequired[Union[str, Sequence[str]]]
    """For CSV: the columns with the address to search for along with the name. Repeat it in a query string."""

    country_column: NotRequired[str]
    """For CSV: the column with the country to search in. Defaults to the address’s."""

    reference_column: NotRequired[str]
    """For CSV: the column with your own number."""

    fallback: NotRequired[CreateBatchRequestFallback]
    """`name`: if a link is missing or unusable, search for the name. Requires `details` `full`. Defaults to `none`."""

    callback_url: NotRequired[str]
    """A URL that receives this batch’s events, in addition to the account’s endpoints. A new address gets a test event
    first.
    """


class ListBatchesOptions(TypedDict):
    """Options, as keyword arguments."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 100."""

    after: NotRequired[str]
    """`next` from the previous page; defaults to the first page."""

    state: NotRequired[ListBatchesOptionsState]
    """Only batches in this state."""

    created_after: NotRequired[str]
    """Only batches created after this time. ISO 8601, with an offset or `Z`."""

    q: NotRequired[str]
    """Only batches whose name contains this text, ignoring case."""

    client: NotRequired[str]
    """Only with this client."""


class ListResultsOptions(TypedDict):
    """Options, as keyword arguments."""

    after: NotRequired[str]
    """`next` from the previous page, or the number of the last row you received. Defaults to the first page."""

    state: NotRequired[ListResultsOptionsState]
    """Only the lines that are counted under this name in the batch’s `line_counts`. A page can then be short or empty.
    Continue until `next` is None.
    """

    finding: NotRequired[ListResultsOptionsFinding]
    """Only the lines that are counted under this name in the batch’s `audit`; `any`: all lines with a finding."""

    code: NotRequired[ListResultsOptionsCode]
    """Only lines with this problem."""

    q: NotRequired[str]
    """Only lines that contain this text, ignoring case, in the input or in the name, address, CID, or place id found.
    Wildcards are not supported.
    """

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 1,000. A page also ends after 1 MiB of JSON."""


class GetResultsCsvOptions(TypedDict):
    """Options, as keyword arguments."""

    after: NotRequired[str]
    """`next` from the previous page, or the number of the last row you received. Defaults to the first page."""

    state: NotRequired[ListResultsOptionsState]
    """Only the lines that are counted under this name in the batch’s `line_counts`. A page can then be short or empty.
    Continue until `next` is None.
    """

    finding: NotRequired[ListResultsOptionsFinding]
    """Only the lines that are counted under this name in the batch’s `audit`; `any`: all lines with a finding."""

    code: NotRequired[ListResultsOptionsCode]
    """Only lines with this problem."""

    q: NotRequired[str]
    """Only lines that contain this text, ignoring case, in the input or in the name, address, CID, or place id found.
    Wildcards are not supported.
    """

    format: NotRequired[GetResultsCsvOptionsFormat]
    """`spreadsheet`: a CSV to open in Excel or Google Sheets, with a byte order mark, formulas disabled, and CIDs that
    keep all digits. Omitted: plain CSV (RFC 4180) for programs, with your cells unchanged.
    """


class GetResultsJsonlOptions(TypedDict):
    """Options, as keyword arguments."""

    after: NotRequired[str]
    """`next` from the previous page, or the number of the last row you received. Defaults to the first page."""

    state: NotRequired[ListResultsOptionsState]
    """Only the lines that are counted under this name in the batch’s `line_counts`. A page can then be short or empty.
    Continue until `next` is None.
    """

    finding: NotRequired[ListResultsOptionsFinding]
    """Only the lines that are counted under this name in the batch’s `audit`; `any`: all lines with a finding."""

    code: NotRequired[ListResultsOptionsCode]
    """Only lines with this problem."""

    q: NotRequired[str]
    """Only lines that contain this text, ignoring case, in the input or in the name, address, CID, or place id found.
    Wildcards are not supported.
    """


class ListKeysOptions(TypedDict):
    """Options, as keyword arguments."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 100."""

    after: NotRequired[str]
    """`next` from the previous page; defaults to the first page."""

    client: NotRequired[str]
    """Only with this client."""


class ListCallbacksOptions(TypedDict):
    """Options, as keyword arguments."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 100."""

    after: NotRequired[str]
    """`next` from the previous page; defaults to the first page."""


class ListDeliveriesOptions(TypedDict):
    """Options, as keyword arguments."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 100."""

    after: NotRequired[str]
    """`next` from the previous page; defaults to the first page."""

    callback_id: NotRequired[str]
    """Only deliveries to this endpoint."""

    batch_id: NotRequired[str]
    """Only deliveries of events about this batch."""

    state: NotRequired[ListDeliveriesOptionsState]
    """Only deliveries in this state."""


class ListWatchlistsOptions(TypedDict):
    """Options, as keyword arguments."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 100."""

    after: NotRequired[str]
    """`next` from the previous page; defaults to the first page."""

    client: NotRequired[str]
    """Only with this client."""


class DeleteListingsOptions(TypedDict):
    """Options, as keyword arguments."""

    ids: NotRequired[str]
    """The `id` of up to 100 listings, separated by commas. A listing’s id is the CID that you added; unreadable
    listings have another id.
    """


class ListListingsOptions(TypedDict):
    """Options, as keyword arguments."""

    state: NotRequired[ListListingsOptionsState]
    """Only listings in this state."""

    business_status: NotRequired[ListListingsOptionsBusinessStatus]
    """Only listings with this business status."""

    after: NotRequired[str]
    """`next` from the previous page; defaults to the first page."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 1,000. A page can be shorter, or even empty, before the last
    one.
    """


class ListEventsOptions(TypedDict):
    """Options, as keyword arguments."""

    after: NotRequired[str]
    """The id of the last event you received; by default, events start with the oldest."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 1,000. A page also ends after 1 MiB of JSON."""


class GetUsageOptions(TypedDict):
    """Options, as keyword arguments."""

    group_by: NotRequired[GetUsageOptionsGroupBy]
    """Adds `groups`: the calls by key or client, and day."""

    key_id: NotRequired[str]
    """Only this key in `groups`."""

    client: NotRequired[str]
    """Only with this client."""


class ListErrorsOptions(TypedDict):
    """Options, as keyword arguments."""

    limit: NotRequired[int]
    """The maximum number of entries per page; defaults to 100."""

    after: NotRequired[str]
    """`next` from the previous page; defaults to the first page."""


SearchResultBusinessStatus = Union[
    Literal[
        "operational",
        "closed_temporarily",
        "closed_permanently",
        "opening_soon",
    ],
    str,
]
ItemResult = Union[
    ResolveItemResult,
    SearchItemResult,
    ConvertItemResult,
    ItemFailure,
]
ItemFailureOperation = Union[Literal["resolve", "search", "convert"], str]
ErrorCode = Union[
    Literal[
        "invalid_request",
        "invalid_cid",
        "rounded_cid",
        "unsupported_link",
        "no_listing_in_link",
        "invalid_api_key",
        "operation_not_allowed",
        "address_not_allowed",
        "account_suspended",
        "listing_not_found",
        "batch_not_found",
        "watchlist_not_found",
        "key_not_found",
        "callback_not_found",
        "delivery_not_found",
        "route_not_found",
        "method_not_allowed",
        "body_too_slow",
        "batch_state",
        "watchlist_state",
        "idempotency_key_reused",
        "limit_reached",
        "payload_too_large",
        "free_quota_exhausted",
        "monthly_quota_exhausted",
        "key_quota_exhausted",
        "too_many_requests",
        "link_unreachable",
        "upstream_unavailable",
        "upstream_blocked",
        "upstream_cap_reached",
        "store_unavailable",
        "internal_error",
    ],
    str,
]
BatchState = Union[
    Literal[
        "receiving",
        "queued",
        "running",
        "waiting",
        "paused",
        "finished",
        "cancelled",
        "failed",
    ],
    str,
]
BatchReason = Union[
    Literal[
        "quota",
        "key_quota",
        "key_daily_quota",
        "failures",
        "upstream",
        "key",
        "suspended",
        "defect",
    ],
    str,
]
BatchOperation = Union[Literal["auto", "resolve", "search", "convert"], str]
BatchFallback = Union[Literal["none", "name"], str]
BatchDetails = Union[Literal["none", "checked", "full"], str]
BatchRowState = Union[
    Literal[
        "found",
        "not_found",
        "failed",
        "unreadable",
        "not_sent",
        "waiting",
    ],
    str,
]
BatchRowReason = Union[
    Literal[
        "title",
        "heading",
        "blank",
        "no_link",
        "not_chosen",
        "ended",
    ],
    str,
]
BatchRowNameMatch = Union[Literal["same", "similar", "different"], str]
BatchRowListingStatus = Union[Literal["unchecked", "listed", "moved"], str]
BatchRowFinding = Union[
    Literal[
        "moved",
        "closed_permanently",
        "closed_temporarily",
        "not_found",
        "duplicate",
        "name_differs",
        "not_checked",
    ],
    str,
]
KeyOperation = Union[
    Literal[
        "resolve",
        "search",
        "convert",
        "usage",
        "keys",
        "callbacks",
    ],
    str,
]
CallbackState = Union[Literal["on", "off"], str]
DeliveryState = Union[
    Literal[
        "waiting",
        "delivered",
        "failed",
        "held",
    ],
    str,
]
DeliveryTryFault = Union[
    Literal[
        "timeout",
        "unreachable",
        "forbidden_address",
        "private_address",
        "unverified",
        "no_secret",
    ],
    str,
]
WatchlistPeriod = Union[Literal["weekly", "monthly"], str]
WatchlistClosures = Union[Literal["off", "weekly", "monthly"], str]
WatchlistClosuresReason = Union[Literal["quota", "upstream"], str]
WatchlistDigest = Union[Literal["off", "daily", "weekly"], str]
WatchlistState = Union[Literal["active", "paused", "waiting"], str]
WatchlistReason = Union[
    Literal[
        "quota",
        "plan",
        "suspended",
        "upstream",
    ],
    str,
]
WatchedListingState = Union[
    Literal[
        "unchecked",
        "listed",
        "moved",
        "gone",
        "unreadable",
    ],
    str,
]
WatchEventType = Union[
    Literal[
        "listing.moved",
        "listing.gone",
        "listing.back",
        "listing.closed",
        "listing.reopened",
        "listing.unreadable",
    ],
    str,
]
ResolveRequestDetails = Literal["none", "checked", "full"]
BatchItem = Union[ResolveItem, SearchItem, ConvertItem]
CreateBatchRequestOperation = Literal["auto", "resolve", "search", "convert"]
CreateBatchRequestFallback = Literal["none", "name"]
CreateBatchRequestStart = Literal["now", "later"]
Line = Union[str, Mapping[str, Any]]
CreateKeyRequestOperation = Literal[
    "resolve",
    "search",
    "convert",
    "usage",
    "keys",
    "callbacks",
]
UpdateCallbackRequestState = Literal["on", "off"]
CreateWatchlistRequestPeriod = Literal["weekly", "monthly"]
CreateWatchlistRequestClosures = Literal["off", "weekly", "monthly"]
CreateWatchlistRequestDigest = Literal["off", "daily", "weekly"]
ListingToWatch = Union[str, CreateListingsRequestListing]
ListBatchesOptionsState = Literal[
    "receiving",
    "queued",
    "running",
    "waiting",
    "paused",
    "finished",
    "cancelled",
    "failed",
]
ListResultsOptionsState = Literal[
    "found",
    "name_differs",
    "not_found",
    "failed",
    "unreadable",
    "not_sent",
    "waiting",
    "to_check",
]
ListResultsOptionsFinding = Literal[
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
ListResultsOptionsCode = Literal[
    "invalid_request",
    "invalid_cid",
    "rounded_cid",
    "unsupported_link",
    "no_listing_in_link",
    "invalid_api_key",
    "operation_not_allowed",
    "address_not_allowed",
    "account_suspended",
    "listing_not_found",
    "batch_not_found",
    "watchlist_not_found",
    "key_not_found",
    "callback_not_found",
    "delivery_not_found",
    "route_not_found",
    "method_not_allowed",
    "body_too_slow",
    "batch_state",
    "watchlist_state",
    "idempotency_key_reused",
    "limit_reached",
    "payload_too_large",
    "free_quota_exhausted",
    "monthly_quota_exhausted",
    "key_quota_exhausted",
    "too_many_requests",
    "link_unreachable",
    "upstream_unavailable",
    "upstream_blocked",
    "upstream_cap_reached",
    "store_unavailable",
    "internal_error",
]
GetResultsCsvOptionsFormat = Literal["spreadsheet"]
ListDeliveriesOptionsState = Literal["waiting", "delivered", "failed", "held"]
ListListingsOptionsState = Literal[
    "unchecked",
    "listed",
    "moved",
    "gone",
    "unreadable",
]
ListListingsOptionsBusinessStatus = Literal[
    "operational",
    "closed_temporarily",
    "closed_permanently",
    "opening_soon",
]
GetUsageOptionsGroupBy = Literal["key", "client"]
CallbackEvent = Union[
    BatchFinishedEvent,
    BatchFailedEvent,
    BatchWaitingEvent,
    WatchEventsEvent,
    CallbackTestEvent,
]
