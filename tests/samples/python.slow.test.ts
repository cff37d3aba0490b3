import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { removeFolder } from '../support/remove-folder'
import { languagesLeftOut } from '../support/require-languages'
import { runSampleIn } from '../support/run-sample'
import { startScriptedServer } from '../support/scripted-server'
import { newKey, docsOrigin as origin, type Shown, samplesOn, samplesWith } from './docs-shown'

const folder = mkdtempSync(join(tmpdir(), 'pinref-python-'))
const docsUrl = inject('docsUrl')
let shown: Shown[]
let key: string

beforeAll(async () => {
  key = await newKey(docsUrl)
  shown = await samplesOn(docsUrl, '/docs/python')
})

afterAll(() => removeFolder(folder))

const here = (code: string) => code.replaceAll(origin, docsUrl).replaceAll(keyPlaceholder, key)

const problem = (code: string) => ({ code, detail: 'Why it failed.', request_id: 'r' })

describe.skipIf(languagesLeftOut.includes('Python'))('the Python client', { timeout: 180_000 }, () => {
  const python = join(folder, 'file')

  beforeAll(async () => {
    const [{ language, code }] = samplesWith(shown, 'pythonGet')
    await runSampleIn(python, language, here(code))
    // The client that this fetched calls the public address.
    await runSampleIn(python, 'shell', `sed -i.kept 's#${origin}#${docsUrl}#' pinref.py`)
  })

  const run = (code: string) => runSampleIn(python, 'Python', code)

  test.each(['pythonResolve', 'pythonMany', 'pythonBatch', 'pythonWatch', 'pythonAsync', 'pythonErrors'])(
    'prints what the page says in the sample %s',
    async (id) => {
      const [{ code, prints }] = samplesWith(shown, id)
      expect(await run(here(code))).toBe(prints)
    },
  )

  test('prints the usage of the account as in the sample', async () => {
    const [{ code }] = samplesWith(shown, 'pythonAccount')
    expect(await run(here(code))).toMatch(/^\d+ calls this month, until 20\S+Z\nDocs \d+$/)
  })

  test('uses only the syntax of Python 3.9', async () => {
    await run('import ast; ast.parse(open("pinref.py").read(), feature_version=(3, 9))')
  })

  test('retries a 500 and a 429, and waits as long as Retry-After says', async () => {
    await using server = await startScriptedServer(
      { status: 500, body: problem('upstream_unavailable') },
      { status: 429, body: problem('too_many_requests'), headers: { 'retry-after': '2' } },
      { status: 200, body: { title: 'Trevi Fountain' } },
    )
    const code = `import time
from pinref import Pinref

start = time.monotonic()
print(Pinref("  key\\n", "${server.url}/").resolve("a link")["title"], time.monotonic() - start >= 3)`
    expect(await run(code)).toBe('Trevi Fountain True')
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['key', 'key', 'key'])
  })

  test.each([
    ['a used-up quota', { status: 429, body: problem('monthly_quota_exhausted'), headers: { 'retry-after': '1' } }],
    [
      'a 429 with a long Retry-After',
      { status: 429, body: problem('too_many_requests'), headers: { 'retry-after': '3600' } },
    ],
    ['a problem with the link', { status: 400, body: problem('unsupported_link') }],
    ['an answer that is not Pinref’s', { status: 404, body: [] }],
    ['a redirect, which is not followed', { status: 302, body: {}, headers: { location: 'http://127.0.0.1:9' } }],
  ])('does not retry after %s, and says why', async (_, answer) => {
    await using server = await startScriptedServer(answer)
    const code = `from pinref import Pinref, PinrefError

try:
    Pinref("key", "${server.url}").search("a name", country="GB")
except PinrefError as error:
    print(error.status, error.code, error.retry_after, error.request_id)`
    const { code: name = 'no_answer', request_id = 'None' } = answer.body as Record<string, string>
    const { 'retry-after': after } = (answer as { headers?: Record<string, string> }).headers ?? {}
    expect(await run(code)).toBe(`${answer.status} ${name} ${after ? `${after}.0` : 'None'} ${request_id}`)
    expect(server.requests).toHaveLength(1)
  })

  test('raises a clear error if nothing answers or the API key is malformed', async () => {
    const code = `from pinref import Pinref, PinrefError

try:
    Pinref(base_url="http://127.0.0.1:9", retries=0).convert("1")
except PinrefError as error:
    print(error.status, error.code, error.detail.split(": ")[0])
try:
    Pinref("a\\nkey")
except ValueError as error:
    print(error)`
    expect(await run(code)).toBe(
      '0 no_answer Pinref did not respond at http://127.0.0.1:9/api\nThe API key contains invalid characters.',
    )
  })

  test('resends only the links of a batch that were answered 429', async () => {
    const found = { operation: 'resolve', ok: true, status: 200, result: { cid: '1' } }
    const refused = { operation: 'resolve', ok: false, status: 429, problem: problem('too_many_requests') }
    await using server = await startScriptedServer(
      { status: 200, body: { results: [found, refused] } },
      { status: 200, body: { results: [found] } },
    )
    const code = `import pinref

print([found.link for found in pinref.Pinref("key", "${server.url}").resolve_many(["a", "b"]) if found.listing])`
    expect(await run(code)).toBe("['a', 'b']")
    expect(server.requests).toHaveLength(2)
  })

  test('sends a batch in parts, reads its results, and deletes it', async () => {
    const code = `import pinref

client = pinref.Pinref("${key}")
client._part_bytes = 60
batch = client.run_batch([{"cid": str(2**44 + number), "shop": number} for number in range(1, 8)], details="none", name="Shops")
print([line["input"]["shop"] for line in client.list_results(batch["id"], poll=0.1)])
print(batch["name"], client.update_batch(batch["id"], name="Old")["name"], client.update_batch(batch["id"], name=None)["name"])
print(client.get_batch(batch["id"])["line_counts"]["found"], batch["id"] in [one["id"] for one in client.list_batches()])
client.delete_batch(batch["id"])
try:
    client.get_batch(batch["id"])
except pinref.PinrefError as error:
    print(error.code)`
    expect(await run(code)).toBe('[1, 2, 3, 4, 5, 6, 7]\nShops Old None\n7 True\nbatch_not_found')
  })

  test('repeats a batch, counts what has changed, and reads lines by finding', async () => {
    const code = `import pinref

client = pinref.Pinref("${key}")
place = "ChIJ3S-JXmauEmsRUcIaWtf4MzE"
batch = client.run_batch([place, place], details="none")
print([line["findings"] for line in client.list_results(batch["id"], poll=0.1)])
again = client.repeat_batch(batch["id"], details="checked")
print([(line["row"], line["previous_findings"]) for line in client.list_results(again["id"], poll=0.1, finding="duplicate")])
audit = client.get_batch(again["id"])["audit"]
print(audit["fine"], audit["previous"]["batch_id"] == batch["id"], audit["previous"]["resolved"]["not_checked"])`
    const lines = ["[['not_checked'], ['duplicate', 'not_checked']]", '[(2, None)]', '1 True 2']
    expect(await run(code)).toBe(lines.join('\n'))
  })

  test('yields a batch’s results as the lines of a CSV and of JSON Lines', async () => {
    const code = `import csv
import json
import pinref

client = pinref.Pinref("${key}")
shops = 'link,note\\ncid:17592186044416,"two\\nlines"\\nno link,\\n'
batch = client.run_batch(shops, details="none")
rows = list(client.list_results(batch["id"], poll=0.1))
table = list(csv.DictReader(client.get_results_csv(batch["id"])))
print(len(rows), [row["note"] for row in table])
print([json.loads(line) == row for line, row in zip(client.get_results_jsonl(batch["id"]), rows)])
print(client.get_results(batch["id"], limit=1)["results"] == rows[:1])
print(json.dumps([batch["id"], "".join(client.get_results_csv(batch["id"]))]))`
    const printed = (await run(code)).split('\n')
    expect(printed.slice(0, 3)).toEqual(["3 ['two\\nlines', '']", '[True, True, True]', 'True'])
    const [id, file] = JSON.parse(printed[3] ?? '')
    const response = await fetch(`${docsUrl}/api/batches/${id}/results.csv`, { headers: { 'x-api-key': key } })
    expect(file).toBe(await response.text())
  })

  test.each([
    ['chunk', { 'transfer-encoding': 'chunked' }],
    ['byte', { 'content-length': '100' }],
  ])('raises an error if a file ends before its last %s', async (_, headers) => {
    const server = createServer((_, response) => {
      response.writeHead(200, headers)
      response.write('row\n1\n2', () => response.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const code = `from pinref import Pinref, PinrefError

try:
    list(Pinref("key", "http://127.0.0.1:${(server.address() as AddressInfo).port}").get_results_csv("an id"))
except PinrefError as error:
    print(error.code)`
    expect(await run(code)).toBe('no_answer')
    server.close()
  })

  test('starts a batch from a CSV whose columns are named or guessed', async () => {
    const code = `import pinref

client = pinref.Pinref("${key}")
csv = "Branches\\n\\nShop,Town,Old link,Link\\nBig Ben,London,x,cid:12\\n"
batch = client.run_batch(csv, details="none", column="Link", address_column=["Town", "Old link"])
print([(row["row"], row["state"], row["reason"]) for row in client.list_results(batch["id"], poll=0.1)])
batch = client.get_batch(batch["id"])
print(batch["heading_row"], batch["column"], batch["name_column"], batch["address_column"], batch["fallback"])
print(batch["row_counts"], batch["line_counts"]["total"], batch["line_counts"]["found"])`
    expect((await run(code)).split('\n')).toEqual([
      "[(1, 'not_sent', 'title'), (2, 'not_sent', 'blank'), (3, 'not_sent', 'heading'), (4, 'found', None)]",
      "3 Link Shop ['Town', 'Old link'] none",
      "{'total': 4, 'headings': 2, 'blank': 1} 1 1",
    ])
  })

  test('adds listings to a watchlist in parts, reads their states and events, and deletes it', async () => {
    const code = `import pinref
import time

client = pinref.Pinref("${key}")
client._part_bytes = 60
watchlist = client.create_watchlist(name="Shops", digest="weekly")
listings = [{"url": str(2**62 + number), "reference": f"shop-{number}"} for number in range(3)] + ["x", str(2**62)]
print(client.create_listings(watchlist["id"], listings))
print(sorted(one["reference"] or one["text"] for one in client.list_listings(watchlist["id"])))
events = list(client.list_events(watchlist["id"]))
print([event["type"] for event in events], list(client.list_events(watchlist["id"], after=events[-1]["id"])))
for event in client.list_events(watchlist["id"], poll=0.1):
    if event["text"] == "y":
        break
    client.create_listings(watchlist["id"], ["y"])
print(client.delete_listings(watchlist["id"], [str(2**62), "1"]))
print([one["id"] for one in client.list_listings(watchlist["id"], state="listed")])
print(client.update_watchlist(watchlist["id"], period="monthly")["period"])
print(client.pause_watchlist(watchlist["id"])["state"], client.resume_watchlist(watchlist["id"])["state"])
print(client.check_watchlist(watchlist["id"])["next_check_allowed_at"] is not None)
print(watchlist["id"] in [one["id"] for one in client.list_watchlists()])
client.delete_watchlist(watchlist["id"])
try:
    client.get_watchlist(watchlist["id"])
except pinref.PinrefError as error:
    print(error.code)`
    const detail = expect.stringMatching(
      /^\{'watchlist_id': '\w+', 'created_count': 4, 'existing_count': 1, 'unreadable_listings': \[\{'index': 3, .*'full': False\}$/,
    )
    expect((await run(code)).split('\n')).toEqual([
      detail,
      "['shop-0', 'shop-1', 'shop-2', 'x']",
      "['listing.unreadable'] []",
      ...['1', '[]', 'monthly', 'paused active', 'True', 'True', 'watchlist_not_found'],
    ])
  })

  test('manages keys and endpoints, and reads deliveries, usage, and recent errors', async () => {
    const manager = await newKey(docsUrl, undefined, ['resolve', 'usage', 'keys', 'callbacks'])
    const code = `import time
import pinref

client = pinref.Pinref("${manager}")
endpoint = client.create_callback(url="https://example.com/python")
print(endpoint["secret"][:6], [one["id"] == endpoint["id"] for one in client.list_callbacks()])
print(client.rotate_callback(endpoint["id"])["secret"] == endpoint["secret"], client.get_callback(endpoint["id"])["url"])
event_id = client.test_callback(endpoint["id"])["event_id"]
deliveries = list(client.list_deliveries(callback_id=endpoint["id"]))
print(event_id in [one["event_id"] for one in deliveries], client.get_delivery(deliveries[0]["id"])["type"])
print(client.update_callback(endpoint["id"], state="off")["state"], client.delete_callback(endpoint["id"])["deleted"])

created = client.create_key(name="Python", operations=["resolve"], idempotency_key="python")
print(client.update_key(created["id"], name="Renamed")["name"], created["id"] in [one["id"] for one in client.list_keys()])
print(pinref.Pinref(created["key"]).get_key()["id"] == created["id"], client.get_key(created["id"])["operations"])
print(client.delete_key(created["id"])["deleted"], client.get_usage()["used"])

try:
    client.resolve("https://example.com")
except pinref.PinrefError:
    pass
while not (errors := list(client.list_errors())):
    time.sleep(0.1)
print([error["code"] for error in errors])`
    expect((await run(code)).split('\n')).toEqual([
      'whsec_ [True]',
      'False https://example.com/python',
      'True callback.test',
      'off True',
      'Renamed True',
      "True ['resolve']",
      'True 0',
      "['unsupported_link']",
    ])
  })

  test('waits until the date in Retry-After, by the clock of the server', async () => {
    await using server = await startScriptedServer({
      status: 429,
      body: problem('too_many_requests'),
      headers: { date: 'Wed, 21 Oct 2026 07:28:00 GMT', 'retry-after': 'Wed, 21 Oct 2026 07:28:07 GMT' },
    })
    const code = `from pinref import Pinref, PinrefError

try:
    Pinref("key", "${server.url}", max_wait=5).convert("1")
except PinrefError as error:
    print(error.retry_after)`
    expect(await run(code)).toBe('7.0')
    expect(server.requests).toHaveLength(1)
  })

  test('raises errors that survive another process, pickle and copy', async () => {
    await using server = await startScriptedServer({ status: 400, body: { ...problem('invalid_cid'), errors: [] } })
    const code = `import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from pinref import Pinref, PinrefError

def convert():
    return Pinref("key", "${server.url}").convert("x")

if __name__ == "__main__":
    with ProcessPoolExecutor(1) as pool:
        try:
            pool.submit(convert).result()
        except PinrefError as error:
            for same in (error, pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
                print(same, same.status, same.code, same.request_id, same.problem["errors"])`
    const line = 'Why it failed. (invalid_cid) 400 invalid_cid r []'
    expect(await run(code)).toBe([line, line, line].join('\n'))
  })

  describe('for asyncio', () => {
    test('retries without blocking the event loop, and resends only the links that were too many at once', async () => {
      const found = { operation: 'resolve', ok: true, status: 200, result: { cid: '1' } }
      const refused = {
        operation: 'resolve',
        ok: false,
        status: 429,
        problem: { ...problem('too_many_requests'), retry_after: 1 },
      }
      await using server = await startScriptedServer(
        { status: 500, body: problem('upstream_unavailable') },
        { status: 200, body: { results: [found, refused] } },
        { status: 200, body: { results: [found] } },
      )
      const code = `import asyncio
from pinref import AsyncPinref

async def links():
    yield "a"
    yield "b"

async def main():
    ticks = 0
    async def count():
        nonlocal ticks
        while True:
            await asyncio.sleep(0.05)
            ticks += 1
    counting = asyncio.create_task(count())
    async with AsyncPinref("key", "${server.url}") as client:
        print([found.link async for found in client.resolve_many(links()) if found.listing], ticks > 10)
    counting.cancel()

asyncio.run(main())`
      expect(await run(code)).toBe("['a', 'b'] True")
      expect(server.requests.map(({ body }) => JSON.parse(body).items.length)).toEqual([2, 2, 1])
    })

    test('ends a cancelled call at once, and sends no more requests than its connections', async () => {
      await using server = await startScriptedServer('silence')
      const code = `import asyncio
import time
from pinref import AsyncPinref, PinrefError

async def main():
    async with AsyncPinref("key", "${server.url}", timeout=2, retries=0, max_connections=2) as client:
        calls = [asyncio.create_task(client.convert("1")) for _ in range(5)]
        await asyncio.wait(calls, timeout=0.5)
        start = time.monotonic()
        for call in calls:
            call.cancel()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        print(sum(isinstance(end, asyncio.CancelledError) for end in ended), time.monotonic() - start < 1)

asyncio.run(main())`
      expect(await run(code)).toBe('5 True')
      expect(server.requests).toHaveLength(2)
    })

    test('sends a batch in parts and reads its results', async () => {
      const code = `import asyncio
import pinref

async def lines():
    for number in range(1, 8):
        yield {"cid": str(2**44 + number), "shop": number}

async def main():
    async with pinref.AsyncPinref("${key}") as client:
        client._part_bytes = 60
        batch = await client.run_batch(lines(), details="none")
        print([line["input"]["shop"] async for line in client.list_results(batch["id"], poll=0.1)])
        print("".join([line async for line in client.get_results_jsonl(batch["id"])]).count("\\n"))
        print((await client.repeat_batch(batch["id"], details="checked"))["details"])
        await client.delete_batch(batch["id"])
        try:
            await client.get_batch(batch["id"])
        except pinref.PinrefError as error:
            print(error.code)

asyncio.run(main())`
      expect(await run(code)).toBe('[1, 2, 3, 4, 5, 6, 7]\n7\nchecked\nbatch_not_found')
    })

    test('adds listings to a watchlist from an asynchronous iterable, and reads them and their events', async () => {
      const code = `import asyncio
import pinref

async def listings():
    yield {"url": "4611686018427387904", "reference": "shop"}
    yield "x"

async def main():
    async with pinref.AsyncPinref("${key}") as client:
        watchlist = await client.create_watchlist(name="Async")
        print((await client.create_listings(watchlist["id"], listings()))["created_count"])
        print(sorted([one["reference"] or one["text"] async for one in client.list_listings(watchlist["id"])]))
        print([event["text"] async for event in client.list_events(watchlist["id"])])
        await client.delete_watchlist(watchlist["id"])

asyncio.run(main())`
      expect(await run(code)).toBe("2\n['shop', 'x']\n['x']")
    })
  })
})
