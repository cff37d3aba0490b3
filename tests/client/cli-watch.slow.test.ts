import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Papa from 'papaparse'
import { describe, expect, test, vi } from 'vitest'
import { newKey } from '../samples/docs-shown'
import { startScriptedServer } from '../support/scripted-server'
import { runCli, serverForCli, startCli } from './installed'

const bigBen = 'ChIJ2dGMjMMEdkgRqVqkuXQkj7c'
const server = serverForCli()
const { folder } = server

const env = (ownKey = server.key) => ({ PINREF_URL: server.url, PINREF_KEY: ownKey })
const watch = (args: string[], { input = '', key = server.key } = {}) =>
  runCli(['watch', ...args], env(key), input, folder)
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Creates a watchlist and returns its id. */
async function made(...args: string[]): Promise<string> {
  const { stdout } = await watch(['create', ...args, '--json'])
  return JSON.parse(stdout).id
}

/** Waits until all readable listings have been checked. */
const checked = (id: string) =>
  vi.waitFor(
    async () => {
      const { stdout } = await watch(['list', '--jsonl'])
      expect(jsonLines(stdout).find((one) => one.id === id)?.listing_counts.unchecked).toBe(0)
    },
    { timeout: 30_000, interval: 500 },
  )

describe('pinref watch create', () => {
  test('adds a CSV’s listings with their references and reports unreadable lines', async () => {
    write('shops.csv', `shop,url\nlondon,${bigBen}\n"None, yet",https://example.com\nempty,\nagain,${bigBen}\n`)
    const { code, stdout, stderr } = await watch([
      ...['create', ' Berlin shops ', 'shops.csv', '--reference-column', 'shop', '--monthly'],
    ])
    expect(code).toBe(1)
    expect(stderr.split('\n')).toEqual([
      'Reading links from "url" (column B), references from "shop" (column A).',
      'shops.csv:4:7: This row has no link.',
      'shops.csv:3:13: example.com is not a Google Maps address. Paste a share link from Google Maps, a place id, or a CID.',
      "2 listings added, 1 already there. 1 of them can't be read.",
      '',
    ])
    expect(stdout).toMatch(
      /^Berlin shops\nId {10}watch_\w{16}\nState {7}active, checked monthly\nListings {4}2: 1 \w+, 1 unreadable\n30 days {5}no changes\nLast check /,
    )
  })

  test('checks for closure if asked, and prints how often', async () => {
    const { stdout } = await watch(['create', 'Closures', '--closures', 'monthly'])
    expect(stdout).toMatch(/\nState {7}active, checked weekly, for closure monthly\n/)
    const id = stdout.match(/watch_\w{16}/)?.[0] ?? ''
    expect(await watch(['listings', id, '--business-status', 'closed_permanently', '--json'])).toMatchObject({
      code: 0,
      stdout: '[]\n',
    })
  })

  test('reads one listing per line; without a file, creates an empty watchlist', async () => {
    write('links.txt', `${bigBen}\n\n0x808fba02425dad8f:0x6c296c66619367e0\n`)
    const full = await watch(['create', 'Lines', 'links.txt', '--json'])
    expect({ code: full.code, stderr: full.stderr }).toEqual({ code: 0, stderr: '2 listings added.\n' })
    expect(JSON.parse(full.stdout)).toMatchObject({ name: 'Lines', period: 'weekly', listing_counts: { total: 2 } })
    const empty = await watch(['create', 'Empty', '--json'])
    expect(empty).toMatchObject({ code: 0, stderr: '' })
    const { id } = JSON.parse(empty.stdout)
    expect((await watch(['create-listings', id, 'links.txt'])).stderr).toBe('2 listings added.\n')
    expect((await watch(['create-listings', id, 'links.txt'])).stderr).toBe('0 listings added, 2 already there.\n')
  })

  test('says how to add the listings if the file cannot be read after the watchlist is created', async () => {
    const { code, stderr } = await watch(['create', 'Lost', 'none.csv'])
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^To add the listings in none\.csv: pinref watch create-listings watch_\w+ none\.csv\npinref: none\.csv could not be read: ENOENT/,
    )
  })
})

describe('pinref watch listings and events', () => {
  test('print each listing’s state, or only listings in one state', async () => {
    const id = await made('States')
    write('states.csv', `Name,place_id,reference\nClock tower,${bigBen},london\n,x,=1+1\n`)
    expect((await watch(['create-listings', id, 'states.csv'])).stderr).toMatch(
      /^Reading links from "place_id" \(column B\), names from "Name" \(column A\), references from "reference" \(column C\)\.\n/,
    )
    await checked(id)
    const states = jsonLines((await watch(['listings', id, '--jsonl'])).stdout)
    expect(states.map(({ reference, state }) => [reference, state]).sort()).toEqual([
      ['=1+1', 'unreadable'],
      ['london', 'listed'],
    ])
    expect((await watch(['listings', id, '--state', 'listed'])).stdout).toBe(
      `listed      Clock tower  london  ${bigBen}\n`,
    )
    const csv = await watch(['listings', id, '--csv'])
    const { data } = Papa.parse<Record<string, string>>(csv.stdout, { header: true, skipEmptyLines: true })
    const cells = Object.fromEntries(data.map((row) => [row.state, row]))
    expect(cells.listed).toMatchObject({ id: '13226830714359798441', reference: 'london', place_id: bigBen })
    expect(cells.unreadable).toMatchObject({ reference: '=1+1', text: 'x', cid: '' })
    const spreadsheet = await watch(['listings', id, '--spreadsheet'])
    for (const cell of ['"=""13226830714359798441"""', "'=1+1"]) expect(spreadsheet.stdout).toContain(cell)
  })

  test('show a moved listing’s place ids, and the second page', async () => {
    const [former, now] = ['ChIJ1UCDJ1NgdkgRqVqkuXQkj7c', bigBen].map((place_id) => ({ cid: '7', place_id }))
    const event = {
      type: 'listing.moved',
      occurred_at: '2026-11-24T03:12:00.000Z',
      listing_id: '7',
      name: null,
      reference: null,
    }
    const named = { listing: now, moved_from: null, name: 'Big Ben', reference: 'london' }
    const gone = { ...event, id: '2-0', type: 'listing.gone', ...named }
    await using scripted = await startScriptedServer(
      { status: 200, body: { events: [{ ...event, id: '1-0', listing: now, moved_from: former }], next: '1-0' } },
      { status: 200, body: { events: [gone], next: null } },
    )
    const { stdout } = await runCli(['watch', 'events', 'watch_1'], { PINREF_URL: scripted.url, PINREF_KEY: 'x' })
    expect(stdout.split('\n')).toEqual([
      `2026-11-24 03:12  moved       ChIJ1UCDJ1NgdkgRqVqkuXQkj7c -> ${bigBen}`,
      `2026-11-24 03:12  gone        Big Ben  london  ${bigBen}`,
      '',
    ])
  })

  test('print events once and, with --follow, later events until Ctrl+C', async () => {
    const id = await made('Events')
    write('first.txt', 'https://example.com/1\n')
    write('second.txt', 'https://example.com/2\n')
    await watch(['create-listings', id, 'first.txt'])
    const text = /^\d{4}-\d\d-\d\d \d\d:\d\d {2}unreadable {2}https:\/\/example\.com\/1: example\.com is not .*\n$/
    expect((await watch(['events', id])).stdout).toMatch(text)
    expect(JSON.parse((await watch(['events', id, '--json'])).stdout)).toMatchObject([{ type: 'listing.unreadable' }])
    expect((await watch(['events', id, '--csv'])).stdout).toMatch(
      /^id,type,occurred_at,listing_id,.*\r\n\d+-\d+,listing\.un/,
    )

    const { process: child, ended } = startCli(['watch', 'events', id, '--follow', '--jsonl'], env(), '', folder)
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
    const first = JSON.parse((await lines.next()).value)
    await watch(['create-listings', id, 'second.txt'])
    const second = JSON.parse((await lines.next()).value)
    expect([first.text, second.text]).toEqual(['https://example.com/1', 'https://example.com/2'])
    const exit = once(child, 'exit')
    child.kill('SIGINT')
    expect(await exit).toEqual([130, null])
    expect((await ended).stderr).toBe(`To continue, add --after ${second.id}\n`)
    const after = await watch(['events', id, '--after', first.id, '--jsonl'])
    expect(after.stdout.trim()).toBe(JSON.stringify(second))
  })
})

describe('pinref watch', () => {
  test('lists all watchlists, pauses and resumes one, and checks it once a day', async () => {
    const key = await newKey(server.url, 'lists@example.com')
    const own = (...args: string[]) => watch(args, { key })
    expect(await own()).toEqual({ code: 0, stdout: '', stderr: '' })
    const { id } = JSON.parse((await own('create', 'First', '--json')).stdout)
    await own('create', 'Second')
    expect(JSON.parse((await own('--json')).stdout).map(({ name }: { name: string }) => name)).toEqual([
      'Second',
      'First',
    ])
    expect((await own('pause', id)).stdout).toMatch(/^State {7}paused, /m)
    expect((await own('resume', id)).stdout).toMatch(/^State {7}active, /m)
    expect((await own('check', id)).code).toBe(0)
    const again = await own('check', id)
    expect(again.code).toBe(5)
    expect(again.stderr).toMatch(/^pinref: You can check a watchlist once a day\. Try again at 2/)
  })

  test('deletes a watchlist only if confirmed or with --yes', async () => {
    const id = await made('Gone')
    const question = 'Delete "Gone" with 0 listings and its events? [y/N] '
    for (const input of ['', 'n\n', 'x\n']) {
      expect(await watch(['delete', id], { input })).toEqual({
        code: 1,
        stdout: '',
        stderr: `${question}pinref: Nothing was deleted. To delete without asking, add --yes.\n`,
      })
    }
    expect(await watch(['delete', id], { input: 'Yes\n' })).toMatchObject({
      code: 0,
      stderr: `${question}Deleted "Gone" with 0 listings and its events.\n`,
    })
    const other = await made('Gone')
    expect((await watch(['delete', other, '--yes'])).stderr).toBe('Deleted "Gone" with 0 listings and its events.\n')
    const twice = await watch(['delete', other, '-y'])
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringMatching(/no such watchlist/) })
  })

  test('rejects wrong arguments before any call, and needs a key', async () => {
    for (const [args, sentence] of [
      [
        ['remove', 'x'],
        'watch has no action "remove". Use list, create, create-listings, listings, events, check, pause, resume, delete.',
      ],
      [['create'], 'watch create takes NAME [FILE].'],
      [['events'], 'watch events takes ID.'],
      [['list', 'x'], 'watch list takes no arguments.'],
      [['create', 'x', '--weekly', '--monthly'], 'Use either --weekly or --monthly, not both.'],
      [['create', 'x'.repeat(101)], 'NAME: A name can have at most 100 characters.'],
      [['events', 'x', '--csv', '--json'], 'Use only one of --csv, --spreadsheet, --json and --jsonl.'],
      [['events', 'x', '--follow', '--json'], 'With --follow, use --jsonl instead of --json.'],
      [['create', 'x', '--closures', 'daily'], '--closures must be one of off, weekly, monthly.'],
      [
        ['listings', 'x', '--business-status', 'open'],
        '--business-status must be one of operational, closed_temporarily, closed_permanently, opening_soon.',
      ],
      [['listings', 'x', '--state', 'lost'], '--state must be one of unchecked, listed, moved, gone, unreadable.'],
    ] as const) {
      const stderr = `pinref: ${sentence} See "pinref --help".\n`
      expect(await watch([...args])).toEqual({ code: 2, stdout: '', stderr })
    }
    const { code, stderr } = await runCli(['watch'], { PINREF_URL: server.url }, '', folder)
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `pinref: watch needs an API key for ${server.url}. Run "pinref login", or set PINREF_KEY.\n`,
    })
  })
})
