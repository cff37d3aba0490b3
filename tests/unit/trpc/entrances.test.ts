import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { type Caller, callTool, isTool, tools } from '@/server/entrances/mcp/tools'
import { pairs } from '@/server/entrances/rest/headers'
import { shortJson } from '@/server/entrances/trpc/entrance'
import { procedure, router } from '@/server/entrances/trpc/init'
import { allProcedures, type ProcedureFacts } from '@/server/entrances/trpc/procedure-facts'
import { appRouter, procedures } from '@/server/entrances/trpc/router'
import { limits } from '@/server/metering/access/limits'
import { entranceFaults } from '../../support/entrance-faults'

test.each([...procedures])('%s answers the questions about its entrance', (_, facts) => {
  expect(entranceFaults(facts)).toEqual([])
})

const factsOf = (one: unknown) => (one as { _def: ProcedureFacts })._def
const forKeys = {
  who: ['key'],
  isCallerFirst: true,
  costs: { limit: limits.burst },
  body: shortJson,
} as const

test.each([
  ['It does not say what it stores.', procedure(forKeys).mutation(() => null)],
  ['It admits no one.', procedure({ ...forKeys, who: [] }).query(() => null)],
  [
    'It admits signed-in persons, but none of their roles.',
    procedure({ ...forKeys, who: ['suspended'] }).query(() => null),
  ],
  ['A role may do less than one with fewer rights.', procedure({ ...forKeys, who: ['viewer'] }).query(() => null)],
  [
    'A change counts against no limit.',
    procedure({ ...forKeys, costs: { limit: null }, stores: null }).mutation(() => 1),
  ],
  [
    'A long body is read for an unknown caller.',
    procedure({ ...forKeys, body: { ...shortJson, maxBytes: 20_000, counts: {} } }).query(() => null),
  ],
  [
    'A visitor may send too long a body.',
    procedure({
      ...forKeys,
      who: ['visitor'],
      body: { maxBytes: 100_000, long: 'calls', media: [''], counts: {} },
    }).query(() => null),
  ],
  [
    'The list “names” has no limit.',
    procedure(forKeys)
      .output(z.strictObject({ names: z.array(z.string()) }))
      .query(() => ({ names: [] })),
  ],
])('a procedure with an open question is found: %s', (question, one) => {
  expect(entranceFaults(factsOf(one))).toEqual([question])
})

test('a viewer may change nothing in an account, but leave it', () => {
  const changes = [...procedures].filter(([, { type, meta }]) => type === 'mutation' && meta.who.includes('viewer'))
  expect(changes.map(([name]) => name)).toEqual(['members.leave'])
})

describe('an operation that consists only of a procedure', () => {
  // Its name begins like those of operations with other rules.
  const path = '/batchword'
  const word = procedure({ who: ['visitor', 'key'], isCallerFirst: false, costs: { limit: null }, body: shortJson })
    .meta({
      stores: null,
      openapi: {
        method: 'POST',
        path,
        operationId: 'batchword',
        requestName: 'WordRequest',
        creates: true,
        tags: ['Lookups'],
        summary: 'Store a word',
      },
    })
    .input(z.strictObject({ word: z.string().max(10).meta({ example: 'pin' }) }))
    .output(z.strictObject({ id: z.string() }))
    .query(({ input }) => ({ id: input.word }))

  beforeAll(() => {
    vi.resetModules()
    vi.doMock('@/server/entrances/trpc/router', () => {
      const extended = router({ ...appRouter._def.record, word })
      return { appRouter: extended, procedures: allProcedures(extended) }
    })
    return () => {
      vi.doUnmock('@/server/entrances/trpc/router')
      vi.resetModules()
    }
  })

  async function call(body: string) {
    const { handleRest } = await import('@/server/entrances/rest/handle-rest')
    const { operationAt } = await import('@/server/entrances/rest/procedures')
    const route = operationAt(path)
    if (!route) throw new Error('REST does not serve the operation')
    const { signal } = new AbortController()
    const answer = await handleRest(
      {
        method: 'POST',
        path,
        query: '',
        header: () => null,
        readBody: async () => body,
        client: () => ({ address: '192.0.2.1' }),
        signal: () => signal,
      },
      route,
    )
    return { ...answer, headers: Object.fromEntries(pairs(answer.headers)) }
  }

  test('is served over REST', async () => {
    const made = await call('{"word":"pin"}')
    expect(made).toMatchObject({ status: 201, body: '{"id":"pin"}', headers: { location: '/api/batchword/pin' } })
    expect(await call('{"words":"pin"}')).toMatchObject({ status: 400 })
  })

  test('is in the OpenAPI document', async () => {
    const { openApiDocument } = await import('@/server/entrances/rest/openapi')
    const { paths = {}, components } = await openApiDocument()
    expect(paths[path]?.post).toMatchObject({
      operationId: 'batchword',
      security: [{ apiKey: [] }, { bearer: [] }, {}],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/WordRequest' } } } },
      responses: { 201: { headers: { Location: {} } }, 400: {}, 429: {} },
    })
    expect(components?.schemas).toHaveProperty('WordRequest')
  })

  test('is in the Postman collection', async () => {
    const { postmanJson } = await import('@/server/entrances/rest/postman')
    const [lookups] = JSON.parse(await postmanJson()).item
    const request = lookups.item.find(({ name }: { name: string }) => name === 'Store a word')
    expect(JSON.parse(request.request.body.raw)).toEqual({ word: 'pin' })
    expect(request.event[0].script.exec).toContain("  pm.test('Returns 201', () => pm.response.to.have.status(201))")
  })

  test('is checked like all others', async () => {
    const checked = await import('@/server/entrances/trpc/router')
    const facts = checked.procedures.get('word')
    expect(facts && entranceFaults(facts)).toEqual([])
  })
})

describe('an MCP tool', () => {
  /** Every result that a tool may read. */
  const result = Object.assign([], {
    results: [],
    next: null,
    row_counts: { total: 0 },
    line_counts: { total: 0 },
    id: '',
    state: '',
    created: '',
    watchlist: {},
  })

  /** Records the full names of the procedures that are called. */
  const recorder = (called: Set<string>, path: readonly string[] = []): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => recorder(called, [...path, String(name)]),
      apply: () => {
        called.add(path.join('.'))
        return Promise.resolve(result)
      },
    })

  const inputs: Readonly<Record<string, readonly object[]>> = {
    resolve_listing: [{ url: 'x' }],
    resolve_listings: [{ links: ['x'] }],
    search_listings: [{ names: ['x'] }],
    convert_cid: [{ cid: '1' }],
    create_batch: [{ lines: ['x'] }, { repeat: 'x' }],
    get_batch: [{ id: 'x' }, { id: 'x', wait_seconds: 1 }],
    create_watchlist: [{ name: 'x' }],
    list_watch_events: [{}],
  }

  test.each(Object.entries(tools))('calls exactly the procedures that it names: %s', async (name, { calls }) => {
    const called = new Set<string>()
    if (!isTool(name)) throw new Error(`there is no ${name}`)
    for (const input of inputs[name] ?? []) await callTool(recorder(called) as Caller, name, input)
    expect([...called].toSorted()).toEqual(calls.toSorted())
    for (const one of calls) expect(procedures.has(one)).toBe(true)
  })
})
