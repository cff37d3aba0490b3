import { expect, test } from 'vitest'
import { handleRest } from '@/server/entrances/rest/handle-rest'
import { pairs } from '@/server/entrances/rest/headers'
import { allRoutes, operationAt } from '@/server/entrances/rest/procedures'

const deprecation = { since: '2027-01-15', sunset: '2027-08-01', page: '/docs/versioning#deprecations' } as const

/** Calls a path's route as if its operations were deprecated; the call fails before it needs a store. */
async function headersOf(method: string, path: string, isDeprecated: boolean) {
  const route = operationAt(path)
  if (!route) throw new Error(`there is no ${path}`)
  const operations = Object.fromEntries(
    Object.entries(route.operations).map(([name, operation]) => [name, { ...operation, deprecation }]),
  )
  const call = {
    method,
    path,
    query: '',
    header: () => null,
    readBody: async () => '{}',
    client: () => ({ address: '192.0.2.1' }),
    signal: () => new AbortController().signal,
  }
  const { status, headers } = await handleRest(call, isDeprecated ? { ...route, operations } : route)
  return { status, headers: Object.fromEntries(pairs(headers)) }
}

test.each([
  ['POST', '/convert', 400],
  ['GET', '/usage', 401],
  ['HEAD', '/key', 401],
])(
  'every response of a deprecated operation has the deprecation and removal dates: %s %s',
  async (method, path, status) => {
    const answer = await headersOf(method, path, true)
    expect(answer).toMatchObject({
      status,
      headers: {
        // A structured field date (RFC 9651).
        deprecation: '@1799971200',
        sunset: 'Sun, 01 Aug 2027 00:00:00 GMT',
        link: expect.stringMatching(
          /^<http.+\/docs\/versioning#deprecations>; rel="deprecation"; type="text\/html", <.+>; rel="sunset"/,
        ),
      },
    })
    expect(answer.headers['access-control-expose-headers']).toMatch(/Deprecation, Sunset, Link/)
  },
)

test('an operation that is not deprecated has none of these headers', async () => {
  const { headers } = await headersOf('POST', '/convert', false)
  expect([headers.deprecation, headers.sunset, headers.link]).toEqual([undefined, undefined, undefined])
})

test('no operation is removed earlier than the docs’ policy promises', () => {
  const operations = [...allRoutes().values()].flatMap((route) => Object.values(route.operations))
  expect(operations.length).toBeGreaterThan(20)
  for (const { deprecation: own } of operations) {
    if (!own) continue
    expect(Date.parse(own.sunset) - Date.parse(own.since)).toBeGreaterThanOrEqual(180 * 86_400_000)
  }
})
