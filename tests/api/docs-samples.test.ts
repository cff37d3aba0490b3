import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyPlaceholder } from '@/components/desk/request-samples'
import { docsPages } from '@/components/docs/pages'
import { googleKeyPlaceholder } from '@/components/docs/samples/sample'
import { readEnv } from '@/server/env'
import { freePort } from '../servers/free-port'
import { removeFolder } from '../servers/remove-folder'
import { type App, startApp } from '../servers/start-app'
import { startSimulator } from '../upstream/simulator'

const run = promisify(execFile)

/** A sample as a page shows it. */
interface Shown {
  page: string
  id: string
  language: string
  code: string
  /** What the page says that it prints; null where it says nothing. */
  prints: string | null
}

const folder = mkdtempSync(join(tmpdir(), 'pinref-docs-'))
const origin = 'https://pinref.example'
let app: App
let shown: Shown[]
let key: string

beforeAll(async () => {
  app = await startApp('node', { DATA_DIR: join(folder, '.data'), APP_URL: origin, FREE_DAILY_QUOTA: '1000' })
  key = await newKey()
  shown = (await Promise.all(docsPages.map(({ path }) => samplesOn(path)))).flat()
}, 60_000)

afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

/** Signs somebody up, as a browser does, and makes a key. */
async function newKey(): Promise<string> {
  const headers = { 'content-type': 'application/json', origin }
  const signUp = await fetch(`${app.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'reader@example.com', password: 'correct horse battery', name: 'Reader' }),
  })
  const cookie = signUp.headers.getSetCookie().map((line) => line.split(';')[0])
  const created = await fetch(`${app.url}/api/trpc/keys.create`, {
    method: 'POST',
    headers: { ...headers, cookie: cookie.join('; ') },
    body: JSON.stringify({ name: 'Docs' }),
  })
  const { result } = await created.json()
  return result.data.key
}

/** Everything that a page shows as code. */
async function samplesOn(page: string): Promise<Shown[]> {
  const html = await (await fetch(app.url + page)).text()
  const blocks = [...html.matchAll(/<pre\b([^>]*)>(.*?)<\/pre>/gs)].map(([, tag = '', text = '']) => ({
    ...Object.fromEntries([...tag.matchAll(/data-([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    code: unescapeHtml(text),
  })) as Array<{ sample?: string; language?: string; 'answer-to'?: string; code: string }>
  // The reference also has the code of its own forms, which the tests of that code run.
  const strays = blocks.filter((block) => !block.sample && !block['answer-to'])
  expect(page === '/docs/reference' || strays.length === 0, `${page} shows code that no test runs`).toBe(true)
  return blocks.flatMap(({ sample, language = '', code }) => {
    const prints = blocks.find((block) => block['answer-to'] === sample)?.code ?? null
    return sample ? [{ page, id: sample, language, code, prints }] : []
  })
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** The samples with this id, of which the pages must have at least one. */
function samplesOf(id: string): Shown[] {
  const found = shown.filter((sample) => sample.id === id)
  expect(found.length, `the sample "${id}"`).toBeGreaterThan(0)
  return found
}

/** The program of a language, and the name of a file that it runs. */
const programs: Record<string, { program: string; before: string[]; file: string }> = {
  curl: { program: 'bash', before: [], file: 'sample.sh' },
  shell: { program: 'bash', before: [], file: 'sample.sh' },
  JavaScript: { program: 'node', before: [], file: 'sample.mjs' },
  Python: { program: 'python3', before: [], file: 'sample.py' },
  PHP: { program: 'php', before: [], file: 'sample.php' },
  Go: { program: 'go', before: ['run'], file: 'main.go' },
}

const isHere = (language: string) => {
  const { program = '' } = programs[language] ?? {}
  return spawnSync('which', [program]).status === 0
}

let runs = 0

/**
 * Runs a sample as it is shown, but for the address and the key that a reader has of his own.
 * @returns what it printed.
 */
async function runSample({ language, code }: Shown, address = app.url): Promise<string> {
  const { program = '', before = [], file = '' } = programs[language] ?? {}
  runs += 1
  const place = join(folder, `run${runs}`)
  mkdirSync(place)
  writeFileSync(join(place, file), code.replaceAll(origin, address).replaceAll(keyPlaceholder, key))
  const { stdout } = await run(program, [...before, file], { cwd: place, timeout: 60_000 })
  return stdout.trim()
}

/** Where the quota stands is different at each call. */
const withoutCounts = (json: string) => {
  const { rate_limit, ...answer } = JSON.parse(json)
  return rate_limit ? { ...answer, authenticated: rate_limit.authenticated, limit: rate_limit.limit } : answer
}

describe('a call of the API', () => {
  test.each(['resolve', 'search', 'convert', 'key', 'bearer'])(
    '%s prints what the page says, in every language',
    async (id) => {
      for (const sample of samplesOf(id)) {
        if (!isHere(sample.language)) continue
        const printed = withoutCounts(await runSample(sample))
        expect(printed, sample.language).toEqual(withoutCounts(sample.prints ?? ''))
      }
    },
  )

  test('every language that this machine has was run', () => {
    const languages = new Set(shown.map(({ language }) => language))
    expect([...languages].sort()).toEqual(Object.keys(programs).sort())
    for (const language of ['curl', 'shell', 'JavaScript', 'Python']) expect(isHere(language), language).toBe(true)
  })

  test('a failure prints the problem body that the page shows', async () => {
    const [sample] = samplesOf('problem')
    if (!sample) return
    const { request_id, ...printed } = JSON.parse(await runSample(sample))
    const { request_id: exampleId, ...said } = JSON.parse(sample.prints ?? '')
    expect(printed).toEqual(said)
    expect(request_id.length).toBe(exampleId.length)
  })

  test('the headers of the quota are those that the page shows', async () => {
    const [sample] = samplesOf('quotaHeaders')
    if (!sample) return
    // What is left, of calls and of the day, differs.
    const shape = (headers: string) =>
      headers
        .replace(/(remaining: |;t=|"daily";r=)\d+/g, '$1#')
        .split(/\r?\n/)
        .map((line) => line.toLowerCase())
        .filter((line) => !line.startsWith('access-control'))
        .sort()
    expect(shape(await runSample(sample))).toEqual(shape(sample.prints ?? ''))
  })
})

describe('arithmetic', () => {
  test.each(['bigNumber', 'unpack'])('%s prints what the page says, in every language', async (id) => {
    for (const sample of samplesOf(id)) {
      if (isHere(sample.language)) expect(await runSample(sample), sample.language).toBe(sample.prints)
    }
  })
})

describe('trying again', () => {
  /** A server that answers with these statuses in turn. */
  async function stubborn(answers: Array<{ status: number; body: object; headers?: Record<string, string> }>) {
    let asked = 0
    const server = createServer((_, response) => {
      const { status, body, headers = {} } = answers[Math.min(asked++, answers.length - 1)] ?? { status: 500, body: {} }
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asked: () => asked,
      stop: () => server.close(),
    }
  }

  const problem = (code: string) => ({ code, detail: 'Why it failed.', request_id: 'r' })

  test('a failure of ours and a burst are tried again until they are answered', async () => {
    await Promise.all(
      samplesOf('patience').map(async (sample) => {
        const server = await stubborn([
          { status: 500, body: problem('upstream_unavailable') },
          { status: 429, body: problem('too_many_requests'), headers: { 'retry-after': '1' } },
          { status: 200, body: { title: 'Trevi Fountain' } },
        ])
        expect(await runSample(sample, server.url), sample.language).toBe('Trevi Fountain')
        expect(server.asked()).toBe(3)
        server.stop()
      }),
    )
  })

  test('an exhausted quota is not tried again, and says why', async () => {
    for (const sample of samplesOf('patience')) {
      const server = await stubborn([{ status: 429, body: problem('monthly_quota_exhausted') }])
      await expect(runSample(sample, server.url), sample.language).rejects.toThrow(
        /Why it failed.*monthly_quota_exhausted/,
      )
      expect(server.asked()).toBe(1)
      server.stop()
    }
  })
})

describe('operating', () => {
  test('settings are what Pinref reads', async () => {
    const expected: Record<string, object> = {
      redis: { REDIS_URL: expect.stringContaining('redis.example.com') },
      upstash: { UPSTASH_REDIS_REST_TOKEN: 'YOUR_TOKEN' },
      mail: { SMTP_URL: expect.stringContaining('mail.example.com'), MAIL_FROM: 'Pinref <pinref@example.com>' },
      places: { GOOGLE_MAPS_API_KEY: googleKeyPlaceholder, UPSTREAM_DAILY_CAP: 2000 },
      stripe: { STRIPE_WEBHOOK_SECRET: 'whsec_YOUR_SECRET' },
    }
    for (const [id, settings] of Object.entries(expected)) {
      const [sample] = samplesOf(id)
      const code = `${sample?.code}\n${process.execPath} -p 'JSON.stringify(process.env)'`
      const { stdout } = await run('bash', ['-c', code])
      expect(readEnv(JSON.parse(stdout)), id).toMatchObject(settings)
    }
  })

  test('the secret that is made is long enough for both', async () => {
    const [sample] = samplesOf('secret')
    if (!sample) return
    const secret = await runSample(sample)
    expect(readEnv({ KEY_PEPPER: secret, AUTH_SECRET: secret }).AUTH_SECRET).toBe(secret)
  })

  test('it says that it is ready', async () => {
    const [sample] = samplesOf('ready')
    if (!sample) return
    expect(JSON.parse(await runSample(sample))).toEqual({ status: 'ok', store: 'ok', source: 'sample' })
  })

  test('it serves at the address that was set', async () => {
    const [sample] = samplesOf('serve')
    if (!sample) return
    const port = await freePort()
    const served = spawn('bash', ['-c', sample.code.replace('8080', String(port))], {
      env: { ...process.env, DATA_DIR: join(folder, 'served') },
      detached: true,
      stdio: 'ignore',
    })
    try {
      const ask = () => fetch(`http://127.0.0.1:${port}/api/nothing`).catch(() => sleep(100))
      let answer = await ask()
      for (const deadline = Date.now() + 20_000; !answer && Date.now() < deadline; ) answer = await ask()
      expect(await answer?.json()).toMatchObject({ type: 'https://pinref.example.com/docs/errors/route_not_found' })
    } finally {
      const ended = once(served, 'exit')
      process.kill(-(served.pid ?? 0), 'SIGTERM')
      await ended
    }
  })

  test('the Google key is tried with a call that Google answers', async () => {
    const [sample] = samplesOf('googleKey')
    const simulator = await startSimulator()
    const code = sample?.code
      .replace('https://places.googleapis.com', simulator.placesUrl)
      .replace(googleKeyPlaceholder, simulator.apiKey)
    const { stdout } = await run('bash', ['-c', code ?? ''])
    await simulator.stop()
    expect(JSON.parse(stdout)).toEqual(JSON.parse(sample?.prints ?? ''))
  })

  test('a backup that is restored elsewhere has the keys and what they have used', async () => {
    const [backUp] = samplesOf('backUp')
    const [restore] = samplesOf('restore')
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    mkdirSync(to)
    // The archive is made in the folder that .data lies in.
    symlinkSync(folder, from)
    const ask = async (url: string) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key }
      const response = await fetch(`${url}/api/convert`, { method: 'POST', headers, body: '{"cid":"1"}' })
      return { status: response.status, remaining: Number(response.headers.get('x-ratelimit-remaining')) }
    }
    const before = await ask(app.url)
    await app.stop()
    await run('bash', ['-c', backUp?.code ?? ''], { cwd: from })
    await run('bash', ['-c', `mv ../pinref-backup.tar.gz . && ${restore?.code}`], { cwd: to })
    const restored = await startApp('node', { DATA_DIR: join(to, '.data') })
    expect(await ask(restored.url)).toEqual({ status: 200, remaining: before.remaining - 1 })
    await restored.stop()
  })
})
