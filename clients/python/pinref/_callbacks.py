"""Callbacks, which a server sends to a program."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Mapping, Union, cast

if TYPE_CHECKING:
    from ._types import CallbackEvent

__all__ = ["CallbackError", "verify_callback"]

#: How far the time of a callback may be off, in seconds.
_CALLBACK_TOLERANCE = 300


class CallbackError(ValueError):
    """A rejected callback: it was not signed with the secret, or it is not recent. Return status 400."""


def verify_callback(body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> CallbackEvent:
    """Checks that Pinref signed a callback within the last five minutes, and returns its event.

    `body` is the raw request body, before it is parsed. Names in `headers` are case-insensitive. `secret` is the secret
    of the endpoint, or of the batch with the `callback_url`: `whsec_...`. Raises `CallbackError` if the signature or the
    time is wrong, `ValueError` if the secret is malformed. See https://www.standardwebhooks.com.
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
    return cast("CallbackEvent", json.loads(content))


def _callback_key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("A callback secret starts with whsec_.")
    return key
