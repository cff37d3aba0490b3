import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { examplePlaceId } from '@/server/rest/examples/links'
import { removeFolder } from '../support/remove-folder'
import { languagesLeftOut } from '../support/require-languages'
import { runSampleIn } from '../support/run-sample'
import { startScriptedServer } from '../support/scripted-server'
import { type App, startApp } from '../support/start-app'
import { newKey, docsOrigin as origin, type Shown, samplesOn, samplesWith } from './docs-shown'

const folder = mkdtempSync(join(tmpdir(), 'pinref-clients-'))
const python = join(folder, 'python')
let app: App
let shown: Shown[]
let key: string

beforeAll(async () => {
  app = await startApp('node', { DATA_DIR: join(folder, '.data'), APP_URL: origin, BURST_LIMIT: '2000' })
  key = await newKey(app.url)
  shown = [...(await samplesOn(app.url, '/docs/python')), ...(await samplesOn(app.url, '/docs/guides/google-sheets'))]
})

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

const here = (code: string) => code.replaceAll(origin, app.url).replaceAll(keyPlaceholder, key)

const problem = (code: string) => ({ code, detail: 'Why it failed.', request_id: 'r' })

describe.skipIf(languagesLeftOut.includes('Python'))('the Python client', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    const [{ language, code }] = samplesWith(shown, 'pythonGet')
    await runSampleIn(python, language, here(code))
    // The client that this fetched calls the public address.
    await runSampleIn(python, 'shell', `sed -i.kept 's#${origin}#${app.url}#' pinref.py`)
  })

  const run = (code: string) => runSampleIn(python, 'Python', code)

  test.each(['pythonResolve', 'pythonMany', 'pythonBatch', 'pythonErrors'])(
    'prints what the page says in the sample %s',
    async (id) => {
      const [{ code, prints }] = samplesWith(shown, id)
      expect(await run(here(code))).toBe(prints)
    },
  )

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
    expect(server.asked.map(({ headers }) => headers['x-api-key'])).toEqual(['key', 'key', 'key'])
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
    expect(server.asked).toHaveLength(1)
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
      '0 no_answer Pinref did not answer at http://127.0.0.1:9/api\nThe API key has characters that no key has.',
    )
  })

  test('resends only the links of a batch that were answered 429', async () => {
    const found = { status: 200, result: { cid: '1' } }
    const refused = { status: 429, problem: problem('too_many_requests') }
    await using server = await startScriptedServer(
      { status: 200, body: { results: [found, refused] } },
      { status: 200, body: { results: [found] } },
    )
    const code = `import pinref

print([found.link for found in pinref.Pinref("key", "${server.url}").resolve_many(["a", "b"]) if found.listing])`
    expect(await run(code)).toBe("['a', 'b']")
    expect(server.asked).toHaveLength(2)
  })

  test('sends a batch in parts, reads its results, and deletes it', async () => {
    const code = `import pinref

pinref._PART_BYTES = 60
client = pinref.Pinref("${key}")
batch = client.start_batch([{"cid": str(number), "shop": number} for number in range(1, 8)], details="none")
print([line["input"]["shop"] for line in client.results(batch["id"], poll=0.1)])
print(client.get_batch(batch["id"])["lines"]["found"], batch["id"] in [one["id"] for one in client.list_batches()])
client.delete_batch(batch["id"])
try:
    client.get_batch(batch["id"])
except pinref.PinrefError as error:
    print(error.code)`
    expect(await run(code)).toBe('[1, 2, 3, 4, 5, 6, 7]\n7 True\nbatch_not_found')
  })
})

describe('the script for Google Sheets', { timeout: 180_000 }, () => {
  /** Runs the script that the page shows, then this code, and returns the result of the code. */
  async function inSheet(code: string, { url = app.url, ownKey = key }: { url?: string; ownKey?: string } = {}) {
    const [sample] = samplesWith(shown, 'sheets')
    const script = `${sample.code.replaceAll(origin, url)}\nconsole.log(JSON.stringify((() => { ${code} })()))`
    return JSON.parse(await runSampleIn(join(folder, 'sheet'), sample.language, script, { PINREF_KEY: ownKey }))
  }
  const sentItems = 'appsScript.sent.map(({ items }) => items.length)'

  test('fills a cell or a column, and says why if a value cannot be looked up', async () => {
    const cells = `[['${examplePlaceId}'], [''], ['https://example.com'], [17759648132674796470], [12]]`
    const answered = await inSheet(`return [
      PINREF_CID('${examplePlaceId}'), PINREF_RATING('${examplePlaceId}'), PINREF('${examplePlaceId}'),
      PINREF(${cells}, 'place_id'), PINREF(''), PINREF('1', 'no_field'), PINREF_RATING('1'), PINREF_CID([['1', '2']])]`)
    expect(answered).toEqual([
      '17759648132674796470',
      expect.any(Number),
      `https://search.google.com/local/writereview?placeid=${examplePlaceId}`,
      [[examplePlaceId], [''], [expect.stringMatching(/\.$/)], [expect.stringContaining('lost digits')], ['']],
      '',
      'There is no field “no_field”.',
      '',
      [['1', '2']],
    ])
  })

  /** A link with a much shorter one would count as cut off. */
  const firstCid = 10_000_000_000_000_000_000n

  test('sends a column in calls of 100, each link once, and caches the answers for six hours', async () => {
    const answered = await inSheet(`
      const column = Array.from({ length: 251 }, (_, index) => ['https://maps.google.com/?cid=' + (${firstCid}n + BigInt(index % 250))])
      const cids = PINREF_CID(column).flat()
      const once = ${sentItems}
      PINREF_CID(column)
      return { cids, once, twice: ${sentItems}, kept: [...appsScript.keptSeconds] }`)
    expect(answered.cids).toEqual(Array.from({ length: 251 }, (_, index) => String(firstCid + BigInt(index % 250))))
    expect(answered).toMatchObject({ once: [100, 100, 50], twice: [100, 100, 50], kept: [21_600] })
  })

  test('answers the other fields of a listing from the lookup of its rating', async () => {
    const answered = await inSheet(`
      const cells = [['${examplePlaceId}']]
      PINREF_RATING(cells)
      return [PINREF_CID(cells), PINREF(cells, 'review_url'), PINREF(cells, 'title'), ${sentItems}]`)
    expect(answered.at(-1)).toEqual([1])
    expect(answered.flat(2)).not.toContain('')
  })

  test('waits once after a 429, then leaves the rest of the column for later', async () => {
    const found = { status: 200, result: { cid: '1', rating: null } }
    const refused = { status: 429, problem: problem('too_many_requests') }
    await using server = await startScriptedServer(
      { status: 200, body: { results: [found, refused] } },
      { status: 200, body: { results: [found] } },
    )
    const answered = await inSheet(`return [PINREF_CID([['a'], ['b']]), ${sentItems}, appsScript.slept]`, server)
    expect(answered).toEqual([[['1'], ['1']], [2, 1], [10_000]])

    await using always = await startScriptedServer({ status: 429, body: problem('too_many_requests') })
    const column = "Array.from({ length: 301 }, (_, index) => ['link ' + index])"
    const given = await inSheet(`return [PINREF_CID(${column}), appsScript.slept]`, always)
    expect(given[0][0]).toEqual(['Why it failed.'])
    expect(given[0][300][0]).toMatch(/^Not looked up yet/)
    expect(given[1]).toEqual([10_000])
  })

  test('says in the cell if the key is missing or wrong, or if Pinref does not answer', async () => {
    expect(await inSheet(`return PINREF_CID([['1'], ['']])`, { ownKey: '' })).toEqual([
      [expect.stringMatching(/^Set your API key first/)],
      [''],
    ])
    expect(await inSheet(`return PINREF_CID('1')`, { ownKey: 'pr_live_wrong' })).toMatch(/^The API key is not valid/)
    await using proxy = await startScriptedServer({ status: 502, body: [] })
    for (const url of [proxy.url, 'http://127.0.0.1:9']) {
      expect(await inSheet(`return PINREF_CID('1')`, { url })).toBe('Pinref did not answer. Try again later.')
    }
  })

  test('has a menu that asks for a key and saves it only if it works', async () => {
    const answered = await inSheet(
      `
      onOpen()
      setApiKey()
      appsScript.typed = 'pr_live_wrong'
      setApiKey()
      const before = PINREF_CID('1')
      appsScript.typed = ' ${key} '
      setApiKey()
      return [appsScript.menus, appsScript.said, before, PINREF_CID('1')]`,
      { ownKey: '' },
    )
    const asked = `Paste an API key. You can create one at ${app.url}/keys.`
    expect(answered).toEqual([
      { Pinref: { 'Set API key…': 'setApiKey' } },
      [asked, asked, expect.stringMatching(/^The API key is not valid/), asked, 'The key works and is saved.'],
      expect.stringMatching(/^Set your API key first/),
      '1',
    ])
  })
})
