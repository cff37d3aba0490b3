import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { keyPlaceholder } from '@/components/samples/request-samples'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'
import { readWorkbook } from '@/server/features/lists/workbook'
import {
  newKey,
  docsOrigin as origin,
  packageIds,
  type Shown,
  samplesOn,
  samplesWith,
  watchIds,
} from '../samples/docs-shown'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { runSampleIn } from '../support/run-sample'
import { startScriptedServer } from '../support/scripted-server'
import { tarball } from './installed'

const folder = mkdtempSync(join(tmpdir(), 'pinref-package-docs-'))
const docsUrl = inject('docsUrl')
let key: string
let shown: Shown[]

beforeAll(async () => {
  key = await newKey(docsUrl)
  shown = await samplesOn(docsUrl, '/docs/typescript', '/docs/cli', '/docs/watchlists')
})

afterAll(() => removeFolder(folder))

/** Runs a sample unchanged, except for this server's address and a key. The package must be installed. */
async function run(id: string): Promise<{ printed: string; prints: string | null }> {
  const [{ language, code, prints }, ...others] = samplesWith(shown, id)
  expect(others).toEqual([])
  const plain = code.replaceAll(origin, docsUrl).replaceAll(keyPlaceholder, key)
  // Only one sample runs npx, to show that it finds the command, because npx starts slowly.
  const own = id === 'commandLookup' ? plain : plain.replaceAll('npx pinref', 'node_modules/.bin/pinref')
  // The pages show standard error with the output, as a terminal does.
  const lines = language === 'shell' ? `export PINREF_URL=${docsUrl}\nexec 2>&1\n${own}` : own
  const printed = await runSampleIn(folder, language, lines, { HOME: folder, npm_config_loglevel: 'error' }).catch(
    ({ stdout }) => stdout.trim(),
  )
  return { printed, prints: prints?.replaceAll(origin, docsUrl) ?? null }
}

test('the package’s samples print the output shown on the pages', async () => {
  expect(shown.map(({ id }) => id).sort()).toEqual([...packageIds, ...watchIds].sort())
  const [install] = samplesWith(shown, 'packageInstall')
  expect(install.code).toBe('npm install pinref')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder, stdio: 'ignore' })

  writeFileSync(join(folder, 'links.txt'), `${examplePlaceId}\nhttps://example.com\n`)
  writeFileSync(join(folder, 'shops.csv'), `shop,link\nTrevi,${examplePlaceId}\n"None, yet",https://example.com\n`)
  const silent = ['packageInstall', 'commandServer', 'commandLogin']
  expect((await run('commandServer')).printed).toBe('')
  expect((await run('commandLogin')).printed).toMatch(/^Stored the key "Docs" for /)
  for (const id of packageIds.filter((one) => !silent.includes(one))) {
    const { printed, prints } = await run(id)
    expect(printed, id).toBe(prints)
  }
  expect(readFileSync(join(folder, 'found.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2)
  const { sheets } = await readWorkbook(readFileSync(join(folder, 'found.xlsx')))
  expect(sheets[0]?.rows[0]?.slice(0, 4)).toEqual(['shop', 'link', 'pinref_row', 'pinref_state'])
})

test('the sample about watchlists watches a listing with a reference', async () => {
  const [{ language, code }] = samplesWith(shown, 'watchStart')
  const own = code.replaceAll(origin, docsUrl).replaceAll(keyPlaceholder, key)
  const [added, events] = (await runSampleIn(folder, language, own)).replaceAll('}{', '}\n{').split('\n')
  const { watchlist_id, ...counts } = JSON.parse(added ?? '')
  expect(counts).toEqual({ created_count: 1, existing_count: 0, unreadable_listings: [], full: false })
  expect(JSON.parse(events ?? '')).toEqual({ events: [], next: null })
  const headers = { 'x-api-key': key }
  const page = await (await fetch(`${docsUrl}/api/watchlists/${watchlist_id}/listings`, { headers })).json()
  expect(page.listings).toMatchObject([{ reference: 'rome-01', listing: { place_id: examplePlaceId } }])
})

test('the sample that updates a CRM changes the records of listings that moved, are gone, or are back', async () => {
  const [{ code }] = samplesWith(shown, 'watchCrm')
  const ok = { status: 200, body: {} }
  await using crm = await startScriptedServer(ok, ok, ok, { status: 503, body: {} })
  const secret = `whsec_${Buffer.from('a secret for tests only').toString('base64')}`
  const port = await freePort()
  const file = join(folder, 'crm.mjs')
  writeFileSync(file, code.replaceAll('8080', String(port)))
  const env = { ...process.env, CRM_URL: crm.url, PINREF_CALLBACK_SECRET: secret }
  const receiver = spawn(process.execPath, [file], { cwd: folder, env, stdio: 'ignore' })
  const ended = once(receiver, 'exit')
  const url = `http://127.0.0.1:${port}/`
  try {
    const isUp = () => fetch(url).then(Boolean, () => false)
    await expect.poll(isUp, { timeout: 20_000 }).toBe(true)
    const identifiers = (place_id: string) => ({ cid: '7', place_id })
    const [former, now] = [identifiers('ChIJ1UCDJ1NgLxMRFsJCrQ1W5H4'), identifiers(examplePlaceId)]
    const event = (type: string, reference: string | null, listing: object | null = now) => ({
      id: '1-0',
      type: `listing.${type}`,
      at: '2026-11-24T03:12:00.000Z',
      listing_id: '7',
      reference,
      listing,
      moved_from: former,
      text: null,
      detail: null,
    })
    async function send(events: object[], key = secret): Promise<number> {
      const data = { watchlist: { id: 'watch_1', name: 'Shops' }, events }
      const body = JSON.stringify({ type: 'watch.events', timestamp: '2026-11-24T03:12:00.000Z', data })
      const sent = new Date()
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
        'webhook-signature': new Webhook(key).sign('msg_1', sent, body),
      }
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    const events = [event('moved', 'a/1'), event('gone', 'b'), event('moved', null), event('unreadable', 'x', null)]
    expect(await send([...events, event('back', 'c')])).toBe(204)
    expect(crm.requests.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['PATCH', '/shops/a%2F1', { closed: false, cid: '7', place_id: examplePlaceId }],
      ['PATCH', '/shops/b', { closed: true }],
      ['PATCH', '/shops/c', { closed: false, cid: '7', place_id: examplePlaceId }],
    ])
    expect(await send([event('gone', 'd')]), 'the CRM fails').toBe(500)
    expect(await send([event('gone', 'e')], `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(400)
    expect(crm.requests).toHaveLength(4)
  } finally {
    receiver.kill()
    await ended
  }
})

test('the samples in the package’s README print the output shown there', async () => {
  const readme = readFileSync('clients/npm/README.md', 'utf8')
  const blocks = [...readme.matchAll(/^```js\n(.*?)^```\n\n```\n(.*?)^```$/gms)]
  expect(blocks.length).toBeGreaterThan(1)
  for (const [, code = '', prints = ''] of blocks) {
    const own = code.replaceAll('https://pinref.example', docsUrl).replaceAll(keyPlaceholder, key)
    expect(await runSampleIn(folder, 'JavaScript', own), code).toBe(prints.trim())
  }
})
