import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplePlaceId } from '@/server/rest/examples/links'
import { removeFolder } from '../support/remove-folder'
import { runSampleIn } from '../support/run-sample'
import { startScriptedServer } from '../support/scripted-server'
import { type App, startApp } from '../support/start-app'
import { newKey, docsOrigin as origin, type Shown, samplesOn, samplesWith } from './docs-shown'

const folder = mkdtempSync(join(tmpdir(), 'pinref-sheets-'))
let app: App
let shown: Shown[]
let key: string

beforeAll(async () => {
  app = await startApp('node', { DATA_DIR: join(folder, '.data'), APP_URL: origin, BURST_LIMIT: '2000' })
  key = await newKey(app.url)
  shown = await samplesOn(app.url, '/docs/guides/google-sheets')
})

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

const problem = (code: string) => ({ code, detail: 'Why it failed.', request_id: 'r' })

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
