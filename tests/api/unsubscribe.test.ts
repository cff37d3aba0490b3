import { afterAll, describe, expect, test } from 'vitest'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { digestMail } from '@/server/features/watchlists/digest'
import { deleteWatchlist, findWatchlist } from '@/server/features/watchlists/find-watchlist'
import { withStore } from '../access/environment'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { startApp } from '../support/start-app'
import { newVisitor } from './call'
import { pepper } from './with-key'

const redis = await startRedisServer()
const settings = { ...pepper, REDIS_URL: redis.url, TRUSTED_PROXIES: '1' }
withStore(settings)
const own = { ...settings, DATA_DIR: String(process.env.DATA_DIR), BURST_LIMIT: '5' }
const [node, next] = await Promise.all([startApp('node', own), startApp('next', own)])
afterAll(async () => {
  await Promise.all([node.stop(), next.stop()])
  await redis.stop()
})

/** Creates a watchlist with a digest, and returns the token in its emails. */
async function watched() {
  const accountId = await newAccount()
  const list = { name: 'Berlin', period: 'weekly', digest: 'daily', isTest: false, source: null } as const
  const watchlist = await createWatchlist(accountId, list)
  const { unsubscribe = '' } = digestMail(accountId, watchlist, [], false)
  return { accountId, id: watchlist.id, token: new URL(unsubscribe).searchParams.get('token') ?? '' }
}

describe.each([
  { host: 'node', url: node.url },
  { host: 'next', url: next.url },
])('an unsubscribe link, on the $host host', ({ url }) => {
  /** Makes a call as a mail provider or a page on another site does. */
  const post = (token: string, visitor = newVisitor()) =>
    fetch(`${url}/api/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': visitor, origin: 'https://mail.example', cookie: 'session=someone' },
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
  const read = (token: string, visitor = newVisitor()) =>
    fetch(`${url}/api/trpc/watchlists.digest?input=${encodeURIComponent(JSON.stringify({ token }))}`, {
      headers: { 'x-forwarded-for': visitor },
    })

  test('shows which emails it stops, and stops them with one request', async () => {
    const { accountId, id, token } = await watched()
    expect((await (await read(token)).json()).result.data).toEqual({ name: 'Berlin', digest: 'daily' })
    const stopped = await post(token)
    expect([stopped.status, stopped.headers.get('set-cookie')]).toEqual([200, null])
    expect(await stopped.json()).toEqual({ watchlist: 'Berlin' })
    expect(await findWatchlist(accountId, id)).toMatchObject({ digest: 'off' })
    expect((await (await read(token)).json()).result.data).toEqual({ name: 'Berlin', digest: 'off' })
  })

  test('does nothing if only opened, if forged, or if its watchlist was deleted', async () => {
    const { accountId, id, token } = await watched()
    const other = await watched()
    const opened = await fetch(`${url}/api/unsubscribe?token=${token}`)
    expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST'])
    const forged = other.token.replace(/^(.*)\./, `${accountId}.${id}.`)
    for (const one of [forged, '', `${token}x`]) {
      expect([(await post(one)).status, (await read(one)).status], one).toEqual([400, 400])
    }
    expect(await findWatchlist(accountId, id)).toMatchObject({ digest: 'daily' })
    await deleteWatchlist(accountId, id)
    expect([(await post(token)).status, (await read(token)).status]).toEqual([404, 404])
  })

  test('counts toward the network’s burst limit, so no one can guess a link', async () => {
    for (const ask of [post, read]) {
      const visitor = newVisitor()
      const statuses: number[] = []
      for (let turn = 0; turn < 12; turn++) statuses.push((await ask('forged', visitor)).status)
      expect(new Set(statuses)).toEqual(new Set([400, 429]))
    }
  })
})
