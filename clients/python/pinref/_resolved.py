"""The results of links that are looked up 100 per call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union, cast

from ._http import PinrefError
from ._types import ItemResult, Listing

__all__ = ["FailedLink", "FoundLink", "Resolved"]


@dataclass(frozen=True)
class FoundLink:
    """A link in `resolve_many`, with its listing."""

    link: str
    listing: Listing
    error: None = None


@dataclass(frozen=True)
class FailedLink:
    """A link in `resolve_many` that failed, with its error."""

    link: str
    error: PinrefError
    listing: None = None


Resolved = Union[FoundLink, FailedLink]
"""The result for a link in `resolve_many`. If `error` is None, it has a listing."""


def burst_wait(item: ItemResult) -> Optional[float]:
    """Returns how many seconds to wait for an item that exceeded the rate limit; None for all others."""
    if item["ok"] is True or item["problem"]["code"] != "too_many_requests":
        return None
    return item["problem"].get("retry_after", 0)


def result_of(link: str, item: ItemResult) -> Resolved:
    """Returns the result for a link from its item in the response."""
    if item["ok"] is True:
        return FoundLink(link, cast(Listing, item["result"]))
    return FailedLink(link, PinrefError(item["status"], item["problem"]))
