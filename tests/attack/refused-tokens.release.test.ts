import type { EventEmitter } from 'node:events'
import autocannon from 'autocannon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccessToken } from '@/server/features/sign-in/adapter/app-tokens'
import { makeWatchlist } from '@/server/features/watchlists/change-watchlist'
import { digestMail } from '@/server/features/watchlists/digest'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { watched } from './memory'
import { probeDuring } from './probe'
import { startTarget, type Target } from './target'

const seconds = 10
const connections = 40

let target: Target
/** The probe calls from the flood's own network. */
let key = ''
let unsubscribeToken = ''

beforeAll(async () => {
  target = await startTarget({ APP_URL: 'https://pinref.example' })
  key = (await target.account('probe', 'unlimited')).keys[0]?.key ?? ''
  const { accountId } = await target.account('watcher', 'starter')
  const list = { name: 'Berlin', period: 'weekly', digest: 'daily', isTest: false, source: null } as const
  const { unsubscribe = '' } = digestMail(accountId ?? '', await makeWatchlist(accountId ?? '', list), [], false)
  await target.warmUp()
  unsubscribeToken = new URL(unsubscribe).searchParams.get('token') ?? ''
})
afterAll(() => target.stop())

interface Refused {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

const convert = (apiKey: string): Refused => ({
  method: 'POST',
  path: '/api/convert',
  headers: { 'x-api-key': apiKey },
  body: '{"cid":"1"}',
})
const agent = (token: string): Refused => ({
  method: 'POST',
  path: '/mcp',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
})
const unsubscribe = (method: Refused['method'], token: string): Refused => ({
  method,
  path: `/api/unsubscribe?token=${token}`,
})

/** The start of a response, as autocannon emits it. */
interface Head {
  statusCode: number
  /** Names and values, in turn. */
  headers: string[]
}

/** Sends a new request each time. Returns the count of each status, and of those with `Retry-After`. */
async function flood(next: () => Refused) {
  let withRetryAfter = 0
  const count = ({ headers }: Head) => {
    if (headers.some((text) => text.toLowerCase() === 'retry-after')) withRetryAfter += 1
  }
  const { statusCodeStats } = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => Object.assign(request, next()) }],
    setupClient: (client) => (client as EventEmitter).on('headers', count),
  })
  const statuses = Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])
  return { statuses: Object.fromEntries(statuses) as Record<string, number>, withRetryAfter }
}

test.each<[string, string[], () => Refused]>([
  ['unknown keys', ['401', '429'], () => convert(createKeyText(randomBase62(16)))],
  ['malformed keys', ['401'], () => convert(`pr_live_${randomBase62(44)}`)],
  ['made-up access tokens', ['401'], () => agent(randomBase62(65))],
  ['expired access tokens', ['401', '429'], () => agent(newAccessToken())],
  [
    'made-up unsubscribe links',
    ['400', '429'],
    () => unsubscribe('POST', `${randomBase62(16)}.watch.${randomBase62(43)}`),
  ],
  ['one unsubscribe link', ['200', '429'], () => unsubscribe('POST', unsubscribeToken)],
  ['opened unsubscribe links', ['405'], () => unsubscribe('GET', unsubscribeToken)],
])(
  '40 connections with %s get only the statuses %j, and do not slow down a key of their network',
  async (_, expected, next) => {
    const { result, ...memory } = await watched(target.app, () => probeDuring(target.url, key, () => flood(next)))
    console.log(JSON.stringify({ ...memory, ...result }))
    expect(Object.keys(result.result.statuses)).toEqual(expected)
    // A response may still be arriving when the flood ends.
    expect(result.result.withRetryAfter).toBeGreaterThanOrEqual(result.result.statuses[429] ?? 0)
    expect(result.attacked.statuses).toEqual({ 200: result.attacked.calls })
    expect(result.ratio).toBeLessThan(3)
    expect(memory.afterMb - memory.beforeMb).toBeLessThan(100)
  },
)
