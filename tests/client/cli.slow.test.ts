import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify, stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { newKey } from '../samples/docs-shown'
import { freePort } from '../support/free-port'
import { problem, startScriptedServer } from '../support/scripted-server'
import { startApp } from '../support/start-app'
import { environment, project, runCli, serverForCli, startCli } from './installed'

const run = promisify(execFile)
const bigBen = 'ChIJ2dGMjMMEdkgRqVqkuXQkj7c'
const tokyoTower = 'ChIJCewJkL2LGGAR3Qmk0vCTGkg'
const server = serverForCli()
const { folder } = server

const withKey = () => ({ PINREF_URL: server.url, PINREF_KEY: server.key })
const cli = (args: string[], input = '', env: Record<string, string> = withKey()) => runCli(args, env, input, folder)
const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a lookup', () => {
  test('is printed as readable text, without colors if the output is not a terminal', async () => {
    const { code, stdout, stderr } = await cli([bigBen])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`Big Ben
London SW1A 0AA, UK
Place id    ${bigBen}
CID         13226830714359798441
Hex CID     0xb78f2474b9a45aa9
Feature id  0x487604c38c8cd1d9:0xb78f2474b9a45aa9
Maps link   https://maps.google.com/?cid=13226830714359798441
Review link https://search.google.com/local/writereview?placeid=${bigBen}
`)
  })

  test('says that a business is closed', async () => {
    const closed = { title: 'Café Anna', business_status: 'closed_permanently', cid: '16', rate_limit: {} }
    const nulls = { address: null, place_id: null, hex_cid: '0x10', maps_url: 'https://maps.google.com/?cid=16' }
    const others = {
      rating: null,
      reviews_count: null,
      feature_id: null,
      kg_id: null,
      review_url: null,
      moved_from: null,
    }
    await using scripted = await startScriptedServer({
      status: 200,
      body: { results: [{ operation: 'resolve', ok: true, status: 200, result: { ...closed, ...nulls, ...others } }] },
    })
    const { stdout } = await cli(['cid:16'], '', { PINREF_URL: scripted.url })
    expect(stdout).toMatch(/^Café Anna\nPermanently closed\nCID {9}16\n/)
  })

  test('is printed in the language of the terminal, unless --language chooses another', async () => {
    const titleIn = async (args: string[], locale: Record<string, string>) =>
      JSON.parse((await cli([tokyoTower, '--json', ...args], '', { ...withKey(), ...locale })).stdout).title
    expect(await titleIn([], { LANG: 'ja_JP.UTF-8' })).toBe('東京タワー')
    expect(await titleIn([], { LANG: 'ja_JP.UTF-8', LC_ALL: 'C' })).toBe('Tokyo Tower')
    expect(await titleIn(['--language', 'en'], { LANG: 'ja_JP.UTF-8' })).toBe('Tokyo Tower')
    expect(await titleIn(['--language', 'ja'], {})).toBe('東京タワー')
  })

  test.skipIf(process.platform === 'darwin')('is printed in colors on a terminal, unless NO_COLOR is set', async () => {
    const command = `${join(project, 'node_modules/.bin/pinref')} ${bigBen}`
    const onTerminal = async (env: Record<string, string>) =>
      (
        await run('script', ['-qec', command, '/dev/null'], {
          env: environment({ HOME: folder, ...withKey(), ...env }),
        })
      ).stdout
    const colored = await onTerminal({ TERM: 'xterm' })
    expect(colored).toContain('\u001b[1mBig Ben\u001b[22m')
    expect(await onTerminal({ TERM: 'xterm', NO_COLOR: '1' })).toBe(stripVTControlCharacters(colored))
  })

  test('prints its result as JSON with --json, and prints an array for several lookups', async () => {
    const one = await cli([bigBen, '--json', '--details', 'none'])
    expect(JSON.parse(one.stdout)).toMatchObject({ place_id: bigBen, title: null, listing_status: 'unchecked' })
    const several = await cli(['--json', 'cid:12', 'https://example.com', '--details=none'])
    expect(several.code).toBe(1)
    expect(JSON.parse(several.stdout)).toMatchObject([
      { row: 1, input: 'cid:12', state: 'found', listing: { cid: '12' }, problem: null },
      { row: 2, state: 'unreadable', listing: null, problem: { code: 'unsupported_link' } },
    ])
    expect(several.stderr).toBe(
      'pinref: example.com is not a Google Maps address. Paste a share link from Google Maps, a place id, or a CID.\n',
    )
    expect(JSON.parse((await cli(['nonsense', '--json'])).stdout).problem.code).toBe('unsupported_link')
  })
})

describe('lines from standard input', () => {
  test('are looked up one by one, and errors are reported with line and column', async () => {
    const { code, stdout, stderr } = await cli(
      ['--jsonl', '--details', 'none'],
      `${bigBen}\r\n\n  https://example.com/x\ncid:0x10`,
    )
    expect(code).toBe(1)
    expect(jsonLines(stdout)).toMatchObject([
      { row: 1, input: bigBen, state: 'found' },
      { row: 3, input: 'https://example.com/x', state: 'unreadable' },
      { row: 4, state: 'found', listing: { cid: '16' } },
    ])
    expect(stderr).toBe(
      '<stdin>:3:3: example.com is not a Google Maps address. Paste a share link from Google Maps, a place id, or a CID.\n',
    )
  })

  test('are looked up with --strict until a line fails, and the rest are not counted', async () => {
    const own = await newKey(server.url, 'strict@example.com')
    const env = { PINREF_URL: server.url, PINREF_KEY: own }
    const { code, stdout } = await cli(
      ['--jsonl', '--strict', '--details', 'none'],
      `cid:1\nnonsense\ncid:2\ncid:3\n`,
      env,
    )
    expect(code).toBe(1)
    expect(jsonLines(stdout).map(({ state }) => state)).toEqual(['found', 'unreadable'])
    const usage = await fetch(`${server.url}/api/usage`, { headers: { 'x-api-key': own } })
    expect((await usage.json()).used).toBe(1)
  })

  test('are looked up with --strict after a line that only the server can read', async () => {
    const found = {
      status: 200,
      body: {
        results: [
          { operation: 'resolve', ok: true, status: 200, result: { cid: '441310607586089100', rate_limit: {} } },
        ],
      },
    }
    await using scripted = await startScriptedServer(found, found)
    const { code, stdout } = await cli(['--jsonl', '--strict'], `441310607586089100\n${bigBen}\n`, {
      PINREF_URL: scripted.url,
    })
    expect(code).toBe(0)
    expect(jsonLines(stdout).map(({ row, state }) => [row, state])).toEqual([
      [1, 'found'],
      [2, 'found'],
    ])
  })

  test('are looked up while the program that writes them is still running', async () => {
    const child = spawn(join(project, 'node_modules/.bin/pinref'), ['--jsonl', '--details', 'none'], {
      env: environment({ HOME: folder, ...withKey() }),
    })
    const ended = once(child, 'close')
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    for (const cid of ['16', '17']) {
      child.stdin.write(`cid:${cid}\n`)
      expect(JSON.parse((await answers.next()).value)).toMatchObject({ state: 'found', listing: { cid } })
    }
    child.stdin.end()
    expect(await ended).toEqual([0, null])
  })

  test('get results in order, and an empty input is not an error', async () => {
    const { process: child, ended } = startCli(['--jsonl'], withKey(), undefined, folder)
    expect((await ended).code).toBe(0)
    expect(child.exitCode).toBe(0)
    const many = await cli(
      ['--jsonl', '--details', 'none'],
      Array.from({ length: 230 }, (_, index) => `cid:${index + 1}\n`).join(''),
    )
    expect(jsonLines(many.stdout).map(({ row }) => row)).toEqual(Array.from({ length: 230 }, (_, index) => index + 1))
  })
})

describe('the rate limit', () => {
  const of = { operation: 'resolve' }
  const refused = { ...of, ok: false, status: 429, problem: { ...problem(429, 'too_many_requests'), retry_after: 0 } }
  const found = { ...of, ok: true, status: 200, result: { cid: '1', rate_limit: {} } }

  test('is respected after any number of rejections, and bulk is suggested once', async () => {
    const tooMany = { status: 200, body: { results: [refused, refused] } }
    await using paced = await startScriptedServer(
      ...[tooMany, { status: 429, body: { ...problem(429, 'too_many_requests'), retry_after: 1 } }, tooMany, tooMany],
      { status: 200, body: { results: [found, found] } },
    )
    const { code, stdout, stderr } = await cli(['--jsonl'], '1\n2\n', { PINREF_URL: paced.url })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Rate limit reached. Continuing more slowly. For a whole file, "pinref bulk" is faster.\n',
    })
    expect(jsonLines(stdout)).toHaveLength(2)
    expect(paced.requests).toHaveLength(5)
  })

  test('ends the run if the wait would exceed a minute', async () => {
    await using paced = await startScriptedServer({
      status: 429,
      body: { ...problem(429, 'too_many_requests'), retry_after: 61 },
    })
    expect(await cli(['1'], '', { PINREF_URL: paced.url })).toMatchObject({ code: 5, stdout: '' })
    expect(paced.requests).toHaveLength(1)
  })
})

describe('pinref read', () => {
  test('links are read without a server, but short links are rejected', async () => {
    const { code, stdout } = await cli(['read', 'https://maps.google.com/?cid=9000000000000000016', '--json'], '', {
      PINREF_URL: 'http://127.0.0.1:9',
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      cid: '9000000000000000016',
      hex_cid: '0x7ce66c50e2840010',
      place_id: null,
    })
    const short = await cli(['read', 'https://maps.app.goo.gl/AK13hVJLjnveWZqJA', '--json'])
    expect(short.code).toBe(1)
    expect(JSON.parse(short.stdout).problem).toMatchObject({ code: 'short_link' })
  })
})

describe('a failed command prints a sentence and exits with', () => {
  test('2 if its arguments are wrong', async () => {
    for (const [args, sentence] of [
      [['--foo'], 'pinref: Unknown option \'--foo\'. See "pinref --help".\n'],
      [['--details', 'some', 'x'], 'pinref: --details must be one of none, checked, full. See "pinref --help".\n'],
      [['--json', '--jsonl', 'x'], 'pinref: Use either --json or --jsonl, not both. See "pinref --help".\n'],
      [['bulk'], 'pinref: bulk needs a file: pinref bulk in.csv -o out.csv See "pinref --help".\n'],
      [
        ['bulk', 'a.csv', '-o', 'a.xls'],
        'pinref: The results file (-o) must end in .xlsx, .csv, or .jsonl. See "pinref --help".\n',
      ],
      [
        ['--url', 'pinref.example', 'x'],
        'pinref: --url must be the address of a server, such as https://pinref.example. See "pinref --help".\n',
      ],
    ] as const) {
      expect(await cli([...args]), args.join(' ')).toEqual({ code: 2, stdout: '', stderr: sentence })
    }
  })

  test('3 if the API key is rejected or missing', async () => {
    const refused = await cli([bigBen], '', { PINREF_URL: server.url, PINREF_KEY: 'pr_live_wrong' })
    expect(refused).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^pinref: The API key is not valid\..*pinref login/),
    })
    writeFileSync(join(folder, 'one.txt'), '1\n')
    const missing = await cli(['bulk', 'one.txt', '-o', 'one.csv'], '', { PINREF_URL: server.url })
    expect(missing).toMatchObject({
      code: 3,
      stderr: `pinref: bulk needs an API key for ${server.url}. Run "pinref login", or set PINREF_KEY.\n`,
    })
  })

  test('4 if the server cannot be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await cli([bigBen], '', { PINREF_URL: url })
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: `pinref: ${url} could not be reached. Check the address and your network. To use another server, set --url or PINREF_URL.\n`,
    })
  })

  test('5 if the quota is used up, and shows the last line that was looked up', async () => {
    const app = await startApp('worker', { DATA_DIR: join(folder, '.data') })
    const { code, stdout, stderr } = await cli(['--jsonl'], `${bigBen}\n`.repeat(7), { PINREF_URL: app.url })
    await app.stop()
    expect(code).toBe(5)
    expect(jsonLines(stdout)).toHaveLength(5)
    expect(stderr).toMatch(/^pinref: Stopped at <stdin>:6:1\. You have used all your free lookups for today/)
  })
})

test('the help lists the commands, options, and variables, in lines of at most 100 characters', async () => {
  const { code, stdout } = await cli(['--help'])
  expect(code).toBe(0)
  for (const word of [
    'bulk',
    'read',
    'login',
    'logout',
    'completion',
    '--json',
    '--jsonl',
    '--details',
    '--strict',
    '--url',
    '--column',
    '--name-column',
    '--reference-column',
    '--heading-row',
    '--sheet',
    '--fallback',
    '--force',
    '--cancel',
    'PINREF_KEY',
    'PINREF_URL',
    'Ctrl+C',
    '130',
  ])
    expect(stdout).toContain(word)
  expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true)
  expect((await cli(['bulk', '--help'])).stdout).toBe(stdout)
  expect((await cli(['-v'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
