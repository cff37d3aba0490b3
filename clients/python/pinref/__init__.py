"""A dependency-free client for the Pinref API.

    from pinref import Pinref

    client = Pinref("YOUR_API_KEY")
    listing = client.resolve("https://maps.app.goo.gl/...")
    print(listing["cid"], listing["rating"])

`AsyncPinref` has the same methods for asyncio, and `verify_callback` verifies a callback. Your server also provides the
whole client as a single file, `/pinref.py`. Python 3.9 or later. MIT license.
"""

from ._callbacks import *
from ._client import *
from ._http import *
from ._resolved import *
from ._types import *
