import { beforeAll, expect, test } from 'vitest'
import { newAccessToken } from '@/server/features/sign-in/adapter/app-tokens'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { digestMail } from '@/server/features/watchlists/digest'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { type LoadRequest, load } from '../load/load'
import { targetForTests } from './target'

const seconds = 10
const connections = 40

const target = targetForTests({ settings: { APP_URL: 'https://pinref.example' } })
let unsubscribeToken = ''

beforeAll(async () => {
  const { accountId } = await target.account('watcher', 'starter')
  const list = { name: 'Berlin', period: 'weekly', digest: 'daily', isTest: false, source: null } as const
  const { unsubscribe = '' } = digestMail(accountId ?? '', await createWatchlist(accountId ?? '', list), [], false)
  await target.warmUp()
  unsubscribeToken = new URL(unsubscribe).searchParams.get('token') ?? ''
})

const convert = (apiKey: string): LoadRequest => ({
  method: 'POST',
  path: '/api/convert',
  headers: { 'x-api-key': apiKey },
  body: '{"cid":"1"}',
})
const agent = (token: string): LoadRequest => ({
  method: 'POST',
  path: '/mcp',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
})
const unsubscribe = (method: 'GET' | 'POST', token: string): LoadRequest => ({
  method,
  path: `/api/unsubscribe?token=${token}`,
})

test.each<[string, string[], () => LoadRequest]>([
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
    // The probe calls from the flood's own network.
    const { result, attacked, ratio, beforeMb, afterMb } = await target.attack(() =>
      load({ url: target.url, requests: next }, connections, { seconds }),
    )
    expect(Object.keys(result.statuses)).toEqual(expected)
    // A response may still be arriving when the flood ends.
    expect(result.withRetryAfter).toBeGreaterThanOrEqual(result.statuses[429] ?? 0)
    expect(attacked.statuses).toEqual({ 200: attacked.calls })
    expect(ratio).toBeLessThan(3)
    expect(afterMb - beforeMb).toBeLessThan(100)
  },
)
