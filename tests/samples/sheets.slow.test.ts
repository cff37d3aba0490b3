import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'
import { corpus } from '../client/corpus'
import { removeFolder } from '../support/remove-folder'
import { runSampleIn } from '../support/run-sample'
import { startScriptedServer } from '../support/scripted-server'
import { reading } from '../unit/links/reading'
import { newKey, docsOrigin as origin, type Shown, samplesOn, samplesWith } from './docs-shown'

const folder = mkdtempSync(join(tmpdir(), 'pinref-sheets-'))
const docsUrl = inject('docsUrl')
let shown: Shown[]
let key: string

beforeAll(async () => {
  key = await newKey(docsUrl)
  shown = await samplesOn(docsUrl, '/docs/guides/google-sheets')
})

afterAll(() => removeFolder(folder))

const problem = (code: string) => ({ code, detail: 'Why it failed.', request_id: 'r' })

describe('the script for Google Sheets', { timeout: 180_000 }, () => {
  /** Runs the script that the page shows, then this code, and returns the result of the code. */
  async function inSheet(code: string, { url = docsUrl, ownKey = key }: { url?: string; ownKey?: string } = {}) {
    const [sample] = samplesWith(shown, 'sheets')
    const script = `${sample.code.replaceAll(origin, url)}\nconsole.log(JSON.stringify((() => { ${code} })()))`
    return JSON.parse(await runSampleIn(join(folder, 'sheet'), sample.language, script, { PINREF_KEY: ownKey }))
  }
  const sentItems = 'appsScript.sent.map(({ items }) => items.length)'

  test('fills a cell or a column, and says why if a value cannot be looked up', async () => {
    const cells = `[['${examplePlaceId}'], [''], ['https://example.com'], [17759648132674796470], [12]]`
    const result = await inSheet(`return [
      PINREF_CID('${examplePlaceId}'), PINREF_RATING('${examplePlaceId}'), PINREF('${examplePlaceId}'),
      PINREF(${cells}, 'place_id'), PINREF(''), PINREF('1', 'no_field'), PINREF_RATING('cid:1'),
      PINREF_CID([['cid:1', '17592186044417']])]`)
    expect(result).toEqual([
      '17759648132674796470',
      expect.any(Number),
      `https://search.google.com/local/writereview?placeid=${examplePlaceId}`,
      [
        [examplePlaceId],
        [''],
        [expect.stringMatching(/\.$/)],
        [expect.stringContaining('lost digits')],
        [expect.stringContaining('too short')],
      ],
      '',
      'There is no field “no_field”.',
      '',
      [['1', '17592186044417']],
    ])
  })

  test('returns titles in the language of the sheet, and looks a listing up once for all of its fields', async () => {
    const result = await inSheet(`
      const fields = ['title', 'title_language', 'location', 'business_status', 'reviews_url', 'listing_status']
      const valuesIn = (locale) => {
        appsScript.locale = locale
        return fields.map((field) => PINREF('${examplePlaceId}', field))
      }
      return { all: ['it_IT', 'en', 'C'].map(valuesIn), sent: appsScript.sent.map(({ items: [item] }) => item) }`)
    const reviews = `https://search.google.com/local/reviews?placeid=${examplePlaceId}`
    const others = ['41.900932, 12.483313', '', reviews, 'listed']
    const english = ['Trevi Fountain', 'en', ...others]
    expect(result.all).toEqual([['Fontana di Trevi', 'it', ...others], english, english])
    const sent = { operation: 'resolve', url: examplePlaceId, details: 'full' }
    expect(result.sent).toEqual([{ ...sent, language: 'it-IT' }, { ...sent, language: 'en' }, sent])
  })

  /** A link with a much shorter one would count as cut off. */
  const firstCid = 10_000_000_000_000_000_001n

  const columnOf = (rows: number) =>
    `Array.from({ length: ${rows} }, (_, index) => ['https://maps.google.com/?cid=' + (${firstCid}n + BigInt(index))])`

  test('sends a column in calls of 100, each link once, and stores the answers for six hours', async () => {
    const result = await inSheet(`
      const column = [...${columnOf(250)}, ...${columnOf(1)}]
      const states = PINREF(column, 'listing_status').flat()
      const once = ${sentItems}
      PINREF(column, 'listing_status')
      return { states, once, twice: ${sentItems}, kept: [...appsScript.keptSeconds] }`)
    expect(result.states).toEqual(Array.from({ length: 251 }, () => 'unchecked'))
    expect(result).toMatchObject({ once: [100, 100, 50], twice: [100, 100, 50], kept: [21_600] })
  })

  test('looks up a longer column in a batch, with one formula, and only what is new with the next', async () => {
    const ownKey = await newKey(docsUrl, 'long-column@example.com')
    const result = await inSheet(
      `
      const first = PINREF(${columnOf(700)}, 'cid').concat(PINREF(${columnOf(700)}, 'listing_status')).flat()
      const requests = [...appsScript.requests]
      const next = PINREF(${columnOf(702)}, 'listing_status').flat()
      return { first, requests, next, more: appsScript.requests.slice(requests.length) }`,
      { ownKey },
    )
    expect(result.first.slice(0, 700)).toEqual(Array.from({ length: 700 }, (_, index) => `${firstCid + BigInt(index)}`))
    expect(result.first.slice(700).concat(result.next)).toEqual(Array.from({ length: 1402 }, () => 'unchecked'))
    const polls = result.requests.filter((call: string) => call === 'get /batches/batch')
    expect(polls.length).toBeGreaterThan(0)
    expect(result.requests.filter((call: string) => call !== 'get /batches/batch')).toEqual([
      'post /batches?operation=resolve&details=checked',
      'get /batches/batch/results.jsonl',
      'delete /batches/batch',
    ])
    expect(result.more).toEqual(['post /batch'])
    const usage = await fetch(`${docsUrl}/api/usage`, { headers: { 'x-api-key': ownKey } })
    expect((await usage.json()).used).toBe(702)
  })

  test('shows what a batch has found so far, and finds the same batch again', async () => {
    const ownKey = await newKey(docsUrl, 'waiting-column@example.com')
    const result = await inSheet(
      `
      const first = PINREF(${columnOf(1_010)}, 'listing_status').flat()
      const before = appsScript.requests.length
      const again = PINREF(${columnOf(1_010)}, 'listing_status').flat()
      return { first, again, calls: appsScript.requests.slice(before) }`,
      { ownKey },
    )
    // Results come in order, up to the first line that is left.
    expect(result.first.indexOf('unchecked')).toBe(0)
    expect(result.first.lastIndexOf('unchecked')).toBeGreaterThanOrEqual(900)
    const others = result.first.filter((state: string) => state !== 'unchecked')
    expect(new Set(others)).toEqual(
      new Set([
        expect.stringMatching(/^The batch is waiting \(quota\): 1000 of 1010 are done\. See http.*\/batches\/batch_/),
      ]),
    )
    expect(result.again).toEqual(result.first)
    expect(result.calls).toEqual(['get /batches/batch', 'get /batches/batch/results.jsonl'])
  })

  test('reads the CID in a place id, a CID or a full link without a key, as Pinref reads it', async () => {
    const whole = corpus.concat(examplePlaceId, '12', '18446744073709551616', '0', 'ChIJAAAAAAAAAAARAAAAAAAAAAA')
    // Links as they are cut off, or with more at their end.
    const texts = whole.flatMap((text) => [text, text.slice(0, -1), text.slice(0, -4), text.slice(0, -9), `${text}7`])
    const [found, calls] = await inSheet(
      `return [${JSON.stringify(texts)}.map((text) => readHere_(text)?.cid ?? null), appsScript.requests]`,
      { ownKey: '' },
    )
    expect(calls).toEqual([])
    const read = texts.flatMap((text, index) => (found[index] === null ? [] : [[text, found[index]]]))
    expect(read).toEqual(read.map(([text]) => [text, reading(text).cid]))
    const links = corpus.filter((text) => read.some(([other]) => other === text))
    expect(links.length).toBeGreaterThan(40)
  })

  test('answers the other fields of a listing from the lookup of its rating', async () => {
    const result = await inSheet(`
      const cells = [['${examplePlaceId}']]
      PINREF_RATING(cells)
      return [PINREF_CID(cells), PINREF(cells, 'review_url'), PINREF(cells, 'title'), ${sentItems}]`)
    expect(result.at(-1)).toEqual([1])
    expect(result.flat(2)).not.toContain('')
  })

  test('shows the state of watched listings by link or reference, and reads them again only after ten minutes', async () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const send = async (method: string, path: string, body?: object) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await fetch(`${docsUrl}/api/watchlists${path}`, init)).json()
    }
    const { id } = await send('POST', '', { name: 'Sheet' })
    const listings = [{ url: examplePlaceId, reference: 'shop-1' }, 'https://example.com']
    await send('POST', `/${id}/listings`, { listings })
    await expect.poll(async () => (await send('GET', `/${id}`)).listing_counts.listed, { timeout: 20_000 }).toBe(1)
    const result = await inSheet(`
      const cells = [['${examplePlaceId}'], ['shop-1'], ['https://example.com'], ['12'], ['']]
      const first = PINREF_STATE(cells, '${id}').flat()
      return [first, PINREF_STATE('shop-1', ' ${id} '), appsScript.requests, [...appsScript.keptSeconds]]`)
    expect(result).toEqual([
      ['listed', 'listed', 'unreadable', 'not watched', ''],
      'listed',
      ['get /watchlists/watch/listings'],
      [600],
    ])
  })

  test('reads a large watchlist page by page, and stores all of it', async () => {
    const row = (number: number) => ({
      id: `${firstCid + BigInt(number)}`,
      reference: 'r'.repeat(150) + number,
      state: 'gone',
    })
    const page = (from: number, next: string | null) => ({
      status: 200,
      body: { listings: Array.from({ length: 200 }, (_, index) => row(from + index)), next },
    })
    await using server = await startScriptedServer(page(0, '7.0'), page(200, null))
    const result = await inSheet(
      `
      const cells = ${columnOf(400)}
      const once = new Set(PINREF_STATE(cells, 'watch_1').flat())
      return [[...once], [...new Set(PINREF_STATE(cells, 'watch_1').flat())], appsScript.requests]`,
      server,
    )
    const requests = ['get /watchlists/watch/listings', 'get /watchlists/watch/listings?after=7.0']
    expect(result).toEqual([['gone'], ['gone'], requests])
  })

  test('says in the cell if the watchlist is missing', async () => {
    const result = await inSheet(`return [PINREF_STATE([['1'], ['']]), PINREF_STATE('1', 'watch_0000000000000000')]`)
    expect(result).toEqual([
      [['Pass the id of a watchlist as the second value: "watch_…".'], ['']],
      expect.stringMatching(/no such watchlist/),
    ])
    expect(await inSheet(`return PINREF_STATE('1', 'watch_1')`, { ownKey: '' })).toMatch(/^Set your API key first/)
  })

  test('waits once after a 429, then shows the reason', async () => {
    const found = { status: 200, result: { cid: '1', rating: null } }
    const refused = { status: 429, problem: problem('too_many_requests') }
    await using server = await startScriptedServer(
      { status: 200, body: { results: [found, refused] } },
      { status: 200, body: { results: [found] } },
    )
    const result = await inSheet(`return [PINREF_CID([['a'], ['b']]), ${sentItems}, appsScript.slept]`, server)
    expect(result).toEqual([[['1'], ['1']], [2, 1], [10_000]])

    await using always = await startScriptedServer({ status: 429, body: problem('too_many_requests') })
    const failing = await inSheet(`return [PINREF_CID([['a'], ['b']]), appsScript.slept]`, always)
    expect(failing).toEqual([[['Why it failed.'], ['Why it failed.']], [10_000]])
  })

  test('says in the cell if the key is missing or wrong, or if Pinref does not answer', async () => {
    expect(await inSheet(`return PINREF_RATING([['1'], ['']])`, { ownKey: '' })).toEqual([
      [expect.stringMatching(/^Set your API key first/)],
      [''],
    ])
    expect(await inSheet(`return PINREF('1', 'listing_status')`, { ownKey: 'pr_live_wrong' })).toMatch(
      /^The API key is not valid/,
    )
    await using proxy = await startScriptedServer({ status: 502, body: [] })
    for (const url of [proxy.url, 'http://127.0.0.1:9']) {
      expect(await inSheet(`return PINREF('1', 'listing_status')`, { url })).toBe(
        'Pinref did not respond. Try again later.',
      )
    }
  })

  test('has a menu that asks for a key and saves it only if it works', async () => {
    const result = await inSheet(
      `
      onOpen()
      setApiKey()
      appsScript.typed = 'pr_live_wrong'
      setApiKey()
      const before = PINREF('cid:1', 'listing_status')
      appsScript.typed = ' ${key} '
      setApiKey()
      return [appsScript.menus, appsScript.messages, before, PINREF('cid:1', 'listing_status')]`,
      { ownKey: '' },
    )
    const prompt = `Paste an API key. You can create one at ${docsUrl}/keys.`
    expect(result).toEqual([
      { Pinref: { 'Set API key…': 'setApiKey' } },
      [prompt, prompt, expect.stringMatching(/^The API key is not valid/), prompt, 'The key works and is saved.'],
      expect.stringMatching(/^Set your API key first/),
      'unchecked',
    ])
  })
})
