"""Checks callbacks of Pinref, with nothing but Python's standard library.

    from pinref.callbacks import CallbackError, verify_callback

    event = verify_callback(body, headers, secret)
    if event["type"] == "batch.finished":
        print(event["data"]["batch"]["id"])

Python 3.9 and newer. MIT license.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Literal, Mapping, Optional, TypedDict, Union, cast

__all__ = [
    "BatchEvent",
    "CallbackBatch",
    "CallbackData",
    "CallbackError",
    "CallbackEvent",
    "TestEvent",
    "verify_callback",
]

#: How far the time of a callback may be off, in seconds.
_TOLERANCE = 300


class CallbackError(ValueError):
    """Why a callback was refused: it was not signed with the secret, or it is not recent. Answer it with status 400."""


class CallbackBatch(TypedDict):
    """A batch, as an event reports it. `reason` says why it waits or has failed."""

    id: str
    state: Literal["finished", "failed", "waiting"]
    reason: Optional[str]
    lines: int
    found: int
    failed: int
    unreadable: int


class _CallbackData(TypedDict):
    batch: CallbackBatch


class CallbackData(_CallbackData, total=False):
    """What an event about a batch brings. `until` says until when the batch waits, in ISO 8601, if that is known."""

    until: str


class BatchEvent(TypedDict):
    """A batch has finished, has failed, or waits. `timestamp` is in ISO 8601."""

    type: Literal["batch.finished", "batch.failed", "batch.waiting"]
    timestamp: str
    data: CallbackData


class TestEvent(TypedDict):
    """A test, or the first event that a new address gets."""

    type: Literal["callback.test"]
    timestamp: str
    data: Mapping[str, object]


CallbackEvent = Union[BatchEvent, TestEvent]


def verify_callback(body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> CallbackEvent:
    """Checks that Pinref signed a callback within the last five minutes, and returns its event.

    `body` is the body of the request as it came, before it is parsed. The case of the names in `headers` does not matter.
    `secret` is that of your account, `whsec_...`. Raises `CallbackError` if the signature or the time is wrong, and
    `ValueError` if the secret is not one. See https://www.standardwebhooks.com.
    """
    key = _key_of(secret)
    sent = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    is_time = sent_at.isascii() and sent_at.isdigit() and len(sent_at) <= 12
    if not is_time or abs(time.time() - int(sent_at)) > _TOLERANCE:
        raise CallbackError("The callback is not recent, or has no webhook-timestamp.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{sent_at}.".encode() + content
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = sent.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(signature, expected) for signature in signatures):
        raise CallbackError("The callback is not signed with this secret.")
    return cast(CallbackEvent, json.loads(content))


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("The secret of callbacks begins with whsec_.")
    return key
