"""Requests and responses, without what differs between synchronous and asynchronous code."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.request
from email.message import Message
from email.utils import mktime_tz, parsedate_tz
from typing import Any, AsyncIterable, AsyncIterator, Iterable, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union

__all__ = ["PinrefError", "__version__"]

__version__ = "0.1.0"

#: The default server.
BASE_URL = "http://localhost:3000"

Value = TypeVar("Value")


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


class Request(NamedTuple):
    """A request to send. `is_file`: the response is a file instead of JSON."""

    method: str
    path: str
    body: Optional[bytes]
    headers: Mapping[str, str]
    is_file: bool


class Connection:
    """Sends requests to a server, for both clients."""

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

    def _send(self, request: Request) -> Any:
        """Sends a request and waits for the response. Returns its JSON, or the open response; raises PinrefError."""
        headers = {"Content-Type": "application/json", "User-Agent": f"pinref-python/{__version__}", **request.headers}
        if self._api_key is not None:
            headers["X-API-Key"] = self._api_key
        sent = urllib.request.Request(self._base + request.path, request.body, headers, method=request.method)
        try:
            response = self._opener.open(sent, timeout=self._timeout)
            if request.is_file:
                return response
            with response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem_of(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._no_answer(error) from error

    def _read(self, response: http.client.HTTPResponse) -> bytes:
        """Returns the next bytes of a file; none at its end. Raises PinrefError if the connection is lost."""
        try:
            return response.read(65_536)
        except (OSError, http.client.HTTPException) as error:
            raise self._no_answer(error) from error

    def _no_answer(self, error: Exception) -> PinrefError:
        detail = f"Pinref did not respond at {self._base}: {error}"
        return PinrefError(0, {"code": "no_answer", "detail": detail})


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Doesn't follow redirects, so the key is never sent elsewhere."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


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


def is_temporary(error: PinrefError) -> bool:
    """Whether a retry may succeed soon. An exhausted quota doesn't reset soon."""
    return error.status == 0 or error.status >= 500 or error.code == "too_many_requests"


def with_jitter(seconds: float) -> float:
    """Adds up to a second, so callers don't all retry at once."""
    return seconds + random.random()


async def each(items: Union[Iterable[Value], AsyncIterable[Value]]) -> AsyncIterator[Value]:
    """Yields items from an iterable of either kind."""
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item
