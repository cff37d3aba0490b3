import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { newAccessToken } from '@/server/features/sign-in/adapter/app-tokens'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { createKey } from '@/server/metering/access/key-store'
import { limits } from '@/server/metering/access/limits'
import { withStore } from '../access/environment'
import { commandsOf, sumOf } from '../support/command-stats'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url, BURST_LIMIT: '300' })
const admin = new Redis(redis.url)
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
})

const call = (address: string, path: string, headers: Record<string, string> = {}, method = 'POST') => {
  const body = method === 'POST' ? { body: path === '/mcp' ? '{}' : '{"cid":"1"}' } : {}
  return handleApi(new Request(`http://localhost:3000${path}`, { method, headers, ...body }), { address })
}
const convert = (address: string, key: string) => call(address, '/api/convert', { 'x-api-key': key })
const agent = (address: string, token: string) => call(address, '/mcp', { authorization: `Bearer ${token}` })
const link = `/api/unsubscribe?token=${randomBase62(16)}.watch.${randomBase62(43)}`

test.each<[string, number, number, (address: string) => Promise<Response>]>([
  ['a malformed key', 401, 0, (address) => convert(address, `pr_live_${randomBase62(44)}`)],
  ['a made-up access token', 401, 0, (address) => agent(address, randomBase62(65))],
  ['an opened unsubscribe link', 405, 0, (address) => call(address, link, {}, 'GET')],
  ['a made-up unsubscribe link', 400, 1, (address) => call(address, link)],
  ['an unknown key', 401, 2, (address) => convert(address, createKeyText(randomBase62(16)))],
  ['an expired access token', 401, 2, (address) => agent(address, newAccessToken())],
])('%s gets %i after %i round trips to the store', async (name, status, trips, refused) => {
  const address = `203.0.113.${name.length}`
  // The first call loads scripts and modules.
  expect((await refused(address)).status).toBe(status)
  const commands = await commandsOf(admin, () => refused(address))
  const { evalsha = 0, get = 0, hgetall = 0 } = commands
  expect(evalsha + get + hgetall, JSON.stringify(commands)).toBe(trips)
  if (trips === 0) expect(sumOf(commands)).toBe(0)
})

test('after many rejections, a network’s next rejections arrive after its valid calls, and another network’s do not', async () => {
  const { key } = await createKey(await newAccount(), 'Test', null)
  const [flooding, other] = ['198.51.100.1', '198.51.100.2']
  const refused = [
    (address: string) => convert(address, `pr_live_${randomBase62(44)}`),
    (address: string) => agent(address, randomBase62(65)),
    (address: string) => call(address, link, {}, 'GET'),
  ]
  const order: string[] = []
  // A window may end in between.
  await expect
    .poll(async () => {
      order.length = 0
      for (let count = 0; count < limits.refusals.max; count++) await refused[0]?.(flooding)
      const late = refused.map((ask) => ask(flooding).then(({ status }) => order.push(`${status}`)))
      for (const ask of refused) order.push(`other ${(await ask(other)).status}`)
      order.push(`valid ${(await convert(flooding, key)).status}`)
      await Promise.all(late)
      return order.slice(0, 4)
    })
    .toEqual(['other 401', 'other 401', 'other 405', 'valid 200'])
  expect(order.slice(4).sort()).toEqual(['401', '401', '405'])
})
