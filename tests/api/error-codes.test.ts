import { describe, expect, test } from 'vitest'
import { apiErrorCodes, errorCodes } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { Person } from '../support/person'
import { call, hosts, newVisitor } from './call'
import type { Answer } from './documented'

/** A call over REST: the method, the operation's path, the path that is called, and a body. */
type Rest = [method: string, path: string, called?: string | undefined, body?: object]

/** An account with a key that may call everything. */
async function caller(url: string) {
  const person = new Person(url, `codes.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  const operations = ['resolve', 'search', 'convert', 'usage', 'keys', 'callbacks']
  const { key } = await person.procedure('keys.create', { name: 'Codes', operations })
  const rest = ([method, path, called = path, body]: Rest, headers: Record<string, string> = {}): Promise<Answer> => {
    const raw = body ? JSON.stringify(body) : ''
    return call(url, called.slice(1), undefined, { method, raw, headers: { 'x-api-key': key, ...headers } })
  }
  const create = async (...request: Rest) => {
    const { status, body } = await rest(request)
    expect([request, status]).toEqual([request, 201])
    return body.id as string
  }
  return { person, rest, create }
}

type Caller = Awaited<ReturnType<typeof caller>>

/** A batch that has its line, but has not been started. */
const readyBatch = ({ create }: Caller) =>
  create('POST', '/batches', '/batches', { lines: ['cid:1'], details: 'none', start: 'later' })

/** A finished batch. */
async function finishedBatch({ create, rest }: Caller): Promise<string> {
  const id = await create('POST', '/batches', '/batches', { lines: ['cid:1'], details: 'none' })
  const state = async () => (await rest(['GET', '/batches/{id}', `/batches/${id}`])).body.state
  await expect.poll(state, { timeout: 30_000 }).toBe('finished')
  return id
}

async function pausedWatchlist({ create, rest }: Caller): Promise<string> {
  const id = await create('POST', '/watchlists', '/watchlists', { name: 'Shops' })
  expect((await rest(['POST', '/watchlists/{id}/pause', `/watchlists/${id}/pause`])).status).toBe(200)
  return id
}

const newBatch: Rest = ['POST', '/batches', '/batches', { lines: ['cid:1'], start: 'later' }]
const newWatchlist: Rest = ['POST', '/watchlists', '/watchlists', { name: 'Shops' }]
const newKey: Rest = ['POST', '/keys', '/keys', { name: 'One' }]
const newEndpoint = (number: number): Rest => [
  'POST',
  '/callbacks',
  '/callbacks',
  { url: `https://e${number}.invalid/` },
]

/** Sends requests until one fails, at most 120. */
async function untilRefused({ rest }: Caller, requestAt: (number: number) => Rest): Promise<[Rest, Answer]> {
  for (let number = 0; number < 120; number++) {
    const request = requestAt(number)
    const answer = await rest(request)
    if (answer.status !== 201) return [request, answer]
  }
  throw new Error('no request failed')
}

describe.each(hosts)('conflicts, on the $host', ({ url }) => {
  /** Checks that a conflict has a code, and that the operation's documentation lists the code. */
  async function expectConflict(code: string, [method, path]: Rest, { status, body }: Answer): Promise<void> {
    expect([method, path, status, body.code]).toEqual([method, path, 409, code])
    expect(body.retry_after).toBeUndefined()
    const document = await fetch(`${url}/api/openapi.json`).then((response) => response.json())
    const described = document.paths[path][method.toLowerCase()].responses[409]
    const [, , part = '', name = ''] = described.$ref?.split('/') ?? []
    expect(JSON.stringify(described.$ref ? document.components[part][name] : described)).toContain(`\`${code}\``)
  }

  test.each<[what: string, code: string, request: (caller: Caller) => Promise<Rest>]>([
    [
      'starting a batch without lines',
      'batch_state',
      async ({ create }) => {
        const id = await create('POST', '/batches', '/batches', { start: 'later' })
        return ['POST', '/batches/{id}/start', `/batches/${id}/start`]
      },
    ],
    [
      'adding a part to a finished batch',
      'batch_state',
      async (own) => [
        'PUT',
        '/batches/{id}/parts/{part}',
        `/batches/${await finishedBatch(own)}/parts/1`,
        { lines: ['cid:2'] },
      ],
    ],
    ...['pause', 'resume', 'cancel'].map((action): [string, string, (caller: Caller) => Promise<Rest>] => [
      `the action ${action} on a finished batch`,
      'batch_state',
      async (own) => ['POST', `/batches/{id}/${action}`, `/batches/${await finishedBatch(own)}/${action}`],
    ]),
    [
      'repeating a batch that has not finished',
      'batch_state',
      async (own) => ['POST', '/batches/{id}/repeat', `/batches/${await readyBatch(own)}/repeat`],
    ],
    [
      'watching a batch that has not ended',
      'batch_state',
      async (own) => ['POST', '/watchlists', '/watchlists', { name: 'Shops', batch_id: await readyBatch(own) }],
    ],
    [
      'checking a paused watchlist',
      'watchlist_state',
      async (own) => ['POST', '/watchlists/{id}/check', `/watchlists/${await pausedWatchlist(own)}/check`],
    ],
  ])('%s returns the code %s', async (_, code, requestOf) => {
    const own = await caller(url)
    const request = await requestOf(own)
    await expectConflict(code, request, await own.rest(request))
  })

  test.each<[what: string, request: Rest, other: object]>([
    ['batches', newBatch, { lines: ['cid:2'], start: 'later' }],
    ['watchlists', newWatchlist, { name: 'Others' }],
    ['keys', newKey, { name: 'Another' }],
  ])(
    'a different request with the same Idempotency-Key creates none of the account’s %s',
    async (what, request, other) => {
      const own = await caller(url)
      const once = { 'idempotency-key': 'order 4711' }
      expect((await own.rest(request, once)).status).toBe(201)
      const [method, path, called] = request
      const count = async () => (await own.rest(['GET', path])).body[what].length
      const before = await count()
      await expectConflict('idempotency_key_reused', request, await own.rest([method, path, called, other], once))
      expect(await count()).toBe(before)
    },
  )

  test('a different request to repeat a batch with the same Idempotency-Key returns idempotency_key_reused', async () => {
    const own = await caller(url)
    const path = `/batches/${await finishedBatch(own)}/repeat`
    const once = { 'idempotency-key': 'again' }
    const request: Rest = ['POST', '/batches/{id}/repeat', path, { details: 'none' }]
    expect((await own.rest(request, once)).status).toBe(201)
    const other: Rest = ['POST', '/batches/{id}/repeat', path, { details: 'checked' }]
    await expectConflict('idempotency_key_reused', other, await own.rest(other, once))
  })

  test.each<[what: string, requestAt: (number: number) => Rest]>([
    ['keys', () => newKey],
    ['batches', () => newBatch],
    ['watchlists', () => newWatchlist],
    ['callback endpoints', newEndpoint],
  ])('an account with as many %s as it may have gets limit_reached', async (_, requestAt) => {
    const own = await caller(url)
    const [request, answer] = await untilRefused(own, requestAt)
    await expectConflict('limit_reached', request, answer)
  })

  test('a conflict on the dashboard has the tRPC code CONFLICT and the problem', async () => {
    const { person, create } = await caller(url)
    const id = await create('POST', '/batches', '/batches', { start: 'later' })
    const { status, json } = await person.call('/trpc/batches.start', { id })
    expect(status).toBe(409)
    expect(json.error.data).toMatchObject({ code: 'CONFLICT', httpStatus: 409, problem: { code: 'batch_state' } })
  })

  test('the docs list each code once, with its status', async () => {
    const page = await fetch(`${url}/docs/errors`).then((response) => response.text())
    const rows = page.matchAll(/href="\/docs\/errors\/(\w+)"(?:(?!<\/tr>).)*?>(\d{3})<\/td>/gs)
    const listed = [...rows].map(([, code, status]) => [code, Number(status)])
    expect(listed).toEqual(errorCodes.map((code) => [code, problems[code].status]))
    const text = await fetch(`${url}/llms.txt`).then((response) => response.text())
    const described = [...text.matchAll(/^- (\d{3}) `(\w+)`: /gm)].map(([, status, code]) => [code, Number(status)])
    expect(described).toEqual(apiErrorCodes.map((code) => [code, problems[code].status]))
  })
})
