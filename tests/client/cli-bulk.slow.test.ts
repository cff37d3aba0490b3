import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, onTestFinished, test } from 'vitest'
import { docsOrigin, newKey } from '../samples/docs-shown'
import { startGate } from '../support/gate'
import { Person } from '../support/person'
import { runCli, serverForCli, startCli } from './installed'

const bigBen = 'ChIJ2dGMjMMEdkgRqVqkuXQkj7c'
const server = serverForCli()
const { folder } = server

const env = (ownKey = server.key) => ({ PINREF_URL: server.url, PINREF_KEY: ownKey })
const bulk = (args: string[], ownKey = server.key) => runCli(['bulk', ...args], env(ownKey), '', folder)
const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const has = (name: string) => existsSync(join(folder, name))
const tableIn = (name: string) =>
  Papa.parse<Record<string, string>>(read(name), { header: true, skipEmptyLines: true }).data
const usedOf = async (ownKey: string) =>
  (await (await fetch(`${server.url}/api/usage`, { headers: { 'x-api-key': ownKey } })).json()).used
const batchesOf = async (ownKey: string) =>
  (await (await fetch(`${server.url}/api/batches`, { headers: { 'x-api-key': ownKey } })).json()).batches

const shops = `shop,url,note
Big Ben,${bigBen},=1+1
"None, ""yet""",https://example.com,"two
lines"
Short,${bigBen}

Long,cid:12,x,extra
`

describe('pinref bulk on a CSV', () => {
  test('writes the results next to the CSV’s own columns and reports each error’s position', async () => {
    write('shops.csv', shops)
    const { code, stdout, stderr } = await bulk([
      'shops.csv',
      '-o',
      'found.csv',
      '--column',
      'url',
      '--details',
      'none',
    ])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.split('\n')).toEqual([
      'Reading links from "url" (column B), names from "shop" (column A).',
      'shops.csv:5:1: This row has 2 cells, and the header has 3.',
      'shops.csv:7:1: This row has 4 cells, and the header has 3.',
      'shops.csv:3:17: example.com is not a Google Maps address. Paste a share link from Google Maps, a place id, or a CID.',
      '6 rows: 1 heading, 1 blank, 4 lines. 3 found, 1 to check: 1 unreadable. 1 duplicate. The results are in found.csv.',
      '',
    ])
    expect(tableIn('found.csv')).toMatchObject([
      { shop: 'Big Ben', url: bigBen, note: '=1+1', pinref_row: '2', pinref_cid: '13226830714359798441' },
      { shop: 'None, "yet"', note: 'two\nlines', pinref_state: 'unreadable', pinref_code: 'unsupported_link' },
      { shop: 'Short', note: '', pinref_state: 'found', pinref_duplicate_of: '2' },
      { shop: '', pinref_row: '5', pinref_code: 'blank' },
      { shop: 'Long', note: 'x', '': 'extra', pinref_state: 'found', pinref_cid: '12' },
    ])
    expect(has('found.csv.pinref.json')).toBe(false)
  })

  test('writes a CSV for programs, or one for spreadsheets, and reads both as the same rows', async () => {
    const own = ['13226830714359798441', '+49 30 1', '-5', '=1+1', "'@x", 'two\n"lines"']
    write('plain.csv', Papa.unparse([['cid', 'a', 'b', 'c', 'd', 'e'], own]))
    const run = (from: string, to: string, ...more: string[]) => bulk([from, '-o', to, '--details', 'none', ...more])
    expect((await run('plain.csv', 'plain 2.csv')).code).toBe(0)
    const [, first] = Papa.parse<string[]>(read('plain 2.csv')).data
    expect(first?.slice(0, 6)).toEqual(own)
    await run('plain 2.csv', 'excel.csv', '--spreadsheet')
    expect(read('excel.csv')).toMatch(/^\ufeffcid,a,.*\r\n"=""13226830714359798441""",'\+49 30 1,'-5,'=1\+1,''@x,/)
    await run('excel.csv', 'excel 2.csv', '--spreadsheet')
    expect(read('excel 2.csv')).toBe(read('excel.csv'))
    await run('excel 2.csv', 'plain 3.csv')
    expect(read('plain 3.csv')).toBe(read('plain 2.csv'))
  })

  test('writes no file and explains why if the input file cannot be used', async () => {
    write('open.csv', 'shop,url\na,1\n"b,2\n')
    write('two.csv', 'a,b\n1,2\n')
    write('empty.csv', 'url\n\n')
    for (const [args, sentence] of [
      [['none.csv'], /^pinref: none\.csv could not be read: ENOENT/],
      [['open.csv'], /^pinref: open\.csv:3:1: A quotation mark in this row is never closed\./],
      [['two.csv'], /^pinref: Choose the column to look up with --column: "a", "b"\./],
      [['two.csv', '--column', 'c'], /^pinref: There is no column "c"\. The columns are "a", "b"\./],
      [['two.csv', '--name', 'x'.repeat(101)], /^pinref: --name: A name can have at most 100 characters\./],
      [['empty.csv'], /^pinref: empty\.csv has no lines to look up\./],
    ] as const) {
      const { code, stderr } = await bulk([...args, '-o', 'never.csv'])
      expect(stderr, args.join(' ')).toMatch(sentence)
      expect(code).toBe(2)
    }
    expect(has('never.csv')).toBe(false)
  })

  test('reads a file from Excel, in UTF-16 with semicolons', async () => {
    write('wide.csv', Buffer.from(`\ufeffLaden;url\r\nCafé;cid:16\r\n`, 'utf16le'))
    const { code, stderr } = await bulk(['wide.csv', '-o', 'wide.jsonl', '--details', 'none'])
    const columns = 'Reading links from "url" (column B), names from "Laden" (column A).\n'
    const summary = '2 rows: 1 heading, 1 line. 1 found. The results are in wide.jsonl.\n'
    expect({ code, stderr }).toEqual({ code: 0, stderr: columns + summary })
    const [heading, row] = read('wide.jsonl')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(heading).toMatchObject({ row: 1, state: 'not_sent', reason: 'heading' })
    expect(row).toMatchObject({ row: 2, input: { Laden: 'Café', url: 'cid:16' }, listing: { cid: '16' } })
  })
})

describe('a bulk run', () => {
  test('overwrites an existing output file only with --force', async () => {
    write('few.txt', `cid:12\n\n  cid:13\n`)
    write('few.csv', 'mine')
    const refused = await bulk(['few.txt', '-o', 'few.csv', '--details', 'none'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('few.csv already exists.') })
    expect(read('few.csv')).toBe('mine')
    expect((await bulk(['few.txt', '-o', 'few.csv', '--details', 'none', '--force'])).code).toBe(0)
    expect(read('few.csv')).toMatch(
      /^input,pinref_row,pinref_state.*\r\ncid:12,1,found.*\r\n,2,not_sent,blank.*\r\ncid:13,3,found/,
    )
  })

  test('sends nothing with --strict if a line cannot be read', async () => {
    const own = await newKey(server.url, 'strict.bulk@example.com')
    write('strict.txt', 'cid:12\n  nonsense:\ncid:13\n')
    const { code, stderr } = await bulk(['strict.txt', '-o', 'strict.csv', '--strict', '--details', 'none'], own)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^strict\.txt:2:3: .*\npinref: Nothing was sent, because of --strict\.\n$/),
    })
    expect(await batchesOf(own)).toEqual([])
    expect(has('strict.csv')).toBe(false)
  })

  test('resumes the same batch after an interruption and counts each line once', async () => {
    const own = await newKey(server.url, 'broken.off@example.com')
    const lines = Array.from({ length: 900 }, (_, index) => index + 1)
    write('many.txt', lines.map((cid) => `cid:${cid}`).join('\n'))
    const args = ['many.txt', '-o', 'many.jsonl', '--details', 'none']
    const gate = await startGate(server.url)
    onTestFinished(gate.stop)
    /** Starts a run, and ends it with a signal while it waits for a response. */
    const endAt = async (withheld: RegExp, signal: NodeJS.Signals) => {
      const arrived = gate.closeAt(withheld)
      const { process: child, ended } = startCli(['bulk', ...args], { ...env(own), PINREF_URL: gate.url }, '', folder)
      await arrived
      child.kill(signal)
      return ended
    }
    await endAt(/^PUT .*\/parts\/1$/, 'SIGKILL')
    expect(await endAt(/^GET .*\/results/, 'SIGINT')).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/^Stopped\. .*Run the same command again to/),
    })
    await endAt(/^GET .*\/results/, 'SIGKILL')
    // The check of the batch that follows the first results.
    await endAt(/^GET [^?]*\/batches\/\w+$/, 'SIGKILL')
    gate.open()
    expect((await runCli(['bulk', ...args], { ...env(own), PINREF_URL: gate.url }, '', folder)).code).toBe(0)
    expect(
      read('many.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).listing.cid),
    ).toEqual(lines.map(String))
    expect(await batchesOf(own)).toHaveLength(1)
    expect(await usedOf(own)).toBe(900)
  })

  test('resumes in the language in which it began, even if the environment has another', async () => {
    const own = await newKey(server.url, 'languages@example.com')
    write('towers.txt', 'ChIJCewJkL2LGGAR3Qmk0vCTGkg')
    const args = ['bulk', 'towers.txt', '-o', 'towers.jsonl']
    const gate = await startGate(server.url)
    onTestFinished(gate.stop)
    const runIn = (locale: string) => startCli(args, { ...env(own), PINREF_URL: gate.url, LANG: locale }, '', folder)
    // Ends before the server has the request for the batch.
    const arrived = gate.closeAt(/^POST .*\/batches$/)
    const { process: child, ended } = runIn('ja_JP.UTF-8')
    await arrived
    child.kill('SIGKILL')
    await ended
    gate.open()
    expect(await runIn('C').ended).toMatchObject({ code: 0 })
    expect(JSON.parse(read('towers.jsonl')).listing.title).toBe('東京タワー')
    expect(await batchesOf(own)).toMatchObject([{ language: 'ja-JP' }])
  })

  test('writes each line once even if it is killed between two pages of results', async () => {
    const reader = new Person(server.url, 'pages@example.com')
    reader.origin = docsOrigin
    await reader.signUp()
    const { key: testKey } = await reader.procedure('keys.create', { name: 'Pages', test: true })
    const lines = Array.from({ length: 8_000 }, (_, index) => String(index + 1))
    write('pages.csv', `cid,row\n${lines.map((line) => `cid:${line},"a ""${line}"""\n`).join('')}`)
    const args = ['pages.csv', '-o', 'pages-found.csv', '--details', 'none']
    const statePath = 'pages-found.csv.pinref.json'
    const gate = await startGate(server.url)
    onTestFinished(gate.stop)
    const ownEnv = { ...env(testKey), PINREF_URL: gate.url }
    const withheld = gate.closeAt(/^GET .*\/results\?after=[1-9]/, 2)
    const { process: child, ended } = startCli(['bulk', ...args], ownEnv, '', folder)
    await withheld
    child.kill('SIGKILL')
    await ended
    gate.open()
    const fetchedLines = JSON.parse(read(statePath)).after
    expect(fetchedLines).toBeGreaterThan(0)
    expect(fetchedLines).toBeLessThan(8_000)
    // Lines in the file that the state does not record are removed.
    write('pages-found.csv', `${read('pages-found.csv')}half a li`)
    expect(await batchesOf(testKey)).toMatchObject([{ name: 'pages.csv' }])
    expect((await runCli(['bulk', ...args, '--name', 'Pages'], ownEnv, '', folder)).code).toBe(0)
    expect(
      tableIn('pages-found.csv').map(({ cid, row, pinref_row, pinref_cid }) => [cid, row, pinref_row, pinref_cid]),
    ).toEqual(lines.map((line, index) => [`cid:${line}`, `a "${line}"`, String(index + 2), String(line)]))
    expect(await batchesOf(testKey)).toMatchObject([{ name: 'Pages' }])
  })

  test('exits with 5 when the quota is used up, rejects a changed input file, and ends with --cancel', async () => {
    const own = await newKey(server.url, 'used.up@example.com')
    write('more.txt', Array.from({ length: 1_003 }, (_, index) => `cid:${index + 1}`).join('\n'))
    const args = ['more.txt', '-o', 'more.jsonl', '--details', 'none']
    const { code, stderr } = await bulk(args, own)
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/^pinref: The monthly quota is used up; .* of 1,003 lines are left\./),
    })
    write('more.txt', 'another')
    expect(await bulk(args, own)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is from a run with a different input'),
    })
    expect(await bulk([...args, '--cancel'], own)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Canceled the batch\. .* of 1,003 lines were looked up\.\n/),
    })
    expect(await batchesOf(own)).toMatchObject([{ state: 'cancelled' }])
    expect(has('more.jsonl.pinref.json')).toBe(false)
    expect(await bulk([...args, '--cancel'], own)).toMatchObject({
      code: 2,
      stderr: 'pinref: There is no batch for more.jsonl.\n',
    })
  })
})

describe('pinref batch', () => {
  const batch = (args: string[]) => runCli(['batch', ...args], env(), '', folder)

  test('repeats the batch of pinref bulk with other details, and prints its audit, its changes, and lines by finding', async () => {
    write('again.csv', `shop,url\nBig Ben,${bigBen}\nNone,https://example.com\nShort,${bigBen}\n`)
    const first = await bulk(['again.csv', '-o', 'again.jsonl', '--details', 'checked'])
    const [, id = ''] = /pinref batch repeat (batch_\w{16})$/m.exec(first.stderr) ?? []
    expect(first.stderr).toContain(
      'Audit: 1 fine, 1 repeating an earlier line, 1 not checked. To look up the rows again',
    )

    const { code, stdout, stderr } = await batch(['repeat', id, '--details', 'none', '--json'])
    const { id: again, name, details, audit } = JSON.parse(stdout)
    expect({ code, name, details }).toEqual({ code: 1, name: 'again.csv', details: 'none' })
    expect(audit).toMatchObject({ fine: 0, not_checked: 3, previous: { batch_id: id, appeared: { not_checked: 2 } } })
    expect(stderr).toMatch(
      new RegExp(`^4 rows: 1 heading, 3 lines\\. .* To print the results: pinref batch results ${again}\\n$`),
    )

    const third = await batch(['repeat', again, '--details', 'checked'])
    expect(third.stderr).toMatch(
      /^Audit: 1 fine, 1 repeating an earlier line, 1 not checked\. Since 20[\d-]{8}: nothing new\. No longer: 2 not checked\. /,
    )

    const results = await batch(['results', id, '--finding', 'duplicate'])
    expect(results).toEqual({ code: 0, stdout: expect.stringMatching(/^4 +duplicate +\S.*ChIJ\w+\n$/), stderr: '' })
    const { stdout: csv } = await batch(['results', id, '--csv', '--finding', 'any'])
    const table = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true })
    expect(table.data.map(({ pinref_row, pinref_findings }) => [pinref_row, pinref_findings])).toEqual([
      ['3', 'not_checked'],
      ['4', 'duplicate'],
    ])
  })

  test.each([
    [[], /batch takes an action and an id: batch results ID or batch repeat ID\./],
    [['results', 'batch_1', '--finding', 'open'], /--finding must be one of fine, any, moved,/],
    [['results', 'batch_1', '--csv', '--json'], /Use only one of --csv, --spreadsheet, --json and --jsonl\./],
    [['repeat', 'batch_1'], /This account has no such batch\./],
  ])('rejects %j', async (args, sentence) => {
    const { code, stdout, stderr } = await batch(args)
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: expect.stringMatching(sentence) })
    expect([1, 2]).toContain(code)
  })
})
