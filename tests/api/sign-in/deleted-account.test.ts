import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createBatch } from '@/server/features/batches/create-batch'
import { addDelivery, readDeliveries } from '@/server/features/callbacks/delivery-store'
import { addEndpoint, rememberAddress } from '@/server/features/callbacks/endpoint'
import { rotateSecret } from '@/server/features/callbacks/secrets'
import { admit } from '@/server/metering/access/admit'
import { listKeys } from '@/server/metering/access/key-list'
import { changeKey, createFirstKey, createKey, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import { roles } from '@/server/metering/access/members'
import { writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { order } from '../../batches/orders'
import { accountOf, ownerOf } from '../../support/new-account'
import { Browser, goodPassword, keySpace, newEmail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

const gone = { code: 'not_signed_in' }
let calls = 0

function use(apiKey: string) {
  calls += 1
  const client = () => ({ address: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` })
  return admit({ client, apiKey, member: null, operation: 'resolve', requestId: `call-${calls}` })
}

async function signUp() {
  const browser = new Browser()
  const accountId = await accountOf((await browser.signUp(newEmail())).json?.user?.id ?? '')
  const remove = () => browser.call('/delete-user', { body: { password: goodPassword } })
  return { accountId, remove }
}

/** Returns an account's Redis keys, except those that expire within minutes. */
const left = async (accountId: string) =>
  (await keySpace()).filter((key) => key.includes(accountId) && !key.includes(':counted:'))

/** The most API keys that `makeAndUse` makes. */
const mostKeys = 20

/** Makes API keys and uses each as fast as it can, until the account is deleted. Returns all keys. */
async function makeAndUse(accountId: string, noteKey: () => void): Promise<string[]> {
  const made: string[] = []
  try {
    for (let turn = 0; turn < mostKeys; turn++) {
      const { key, id } = await createKey(accountId, 'Made', null)
      made.push(key)
      noteKey()
      const admission = await use(key)
      if (turn % 3 === 0) await admission.refund()
      if (turn % 3 === 1) await changeKey(accountId, id, { name: 'Renamed' })
      if (turn % 3 === 2) await revokeKey(accountId, id)
    }
  } catch (error) {
    // The first code is for a rejected session, the second for a rejected key.
    expect(['not_signed_in', 'invalid_api_key']).toContain((error as { code?: string }).code)
  }
  return made
}

describe('a deleted account', () => {
  test('leaves no working API key and no permanent data in the store, even if keys are created and used at the same time', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, signUp))
    const all = accounts.map(async ({ accountId, remove }) => {
      let count = 0
      let removing: ReturnType<typeof remove> | undefined
      const noteKey = () => {
        count += 1
        if (count === 11) removing = remove()
      }
      const making = [1, 2, 3].map(() => makeAndUse(accountId, noteKey))
      const made = (await Promise.all(making)).flat()
      expect((await removing)?.status).toBe(200)
      return made
    })
    const keys = (await Promise.all(all)).flat()
    expect(keys.length).toBeGreaterThan(100)
    expect(keys.length, 'keys of a deleted account were refused').toBeLessThan(accounts.length * 3 * mostKeys)
    for (const key of keys) await expect(use(key)).rejects.toMatchObject({ code: 'invalid_api_key' })
    for (const { accountId } of accounts) expect(await left(accountId)).toEqual([])
  })

  test('accepts no late write, call, or refund', async () => {
    const { accountId, remove } = await signUp()
    const personId = await ownerOf(accountId)
    const { key, id } = await createKey(accountId, 'Production', null)
    const admission = await use(key)
    await remove()
    const writes: Array<() => Promise<unknown>> = [
      () => createKey(accountId, 'Late', null),
      () => createFirstKey(accountId),
      () => changeKey(accountId, id, { name: 'Late' }),
      () => rotateKey(accountId, id, 1),
      () => revokeKey(accountId, id),
      () => writeProfile(accountId, { plan: 'unlimited' }),
      () => addEndpoint(accountId, { url: 'https://hooks.example.com/', sealed: 'x', idempotency: null }),
      () => rememberAddress(accountId, 'https://hooks.example.com/'),
      () => rotateSecret(accountId, 'cb_late'),
      () => createBatch(accountId, { ...order, isStarted: false }),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject(gone)
    const delivery = {
      id: 'msg_late-batch_late',
      event: 'msg_late',
      type: 'batch.finished',
      body: '{}',
      created: Date.now(),
      endpoint: '',
      batch: 'batch_late',
      url: 'https://hooks.example.com/',
    }
    expect(await addDelivery(accountId, delivery)).toBe(false)
    expect(await readDeliveries(accountId)).toEqual([])
    await expect(use(key)).rejects.toMatchObject({ code: 'invalid_api_key' })
    const session = {
      client: () => ({ address: '10.0.0.1' }),
      apiKey: null,
      member: { accountId, personId, roles },
      operation: 'x',
      requestId: 'late',
    }
    await expect(admit(session)).rejects.toMatchObject(gone)
    expect((await admission.refund()).refunded).toBe(false)
    expect(await left(accountId)).toEqual([])
    expect([await listKeys(accountId), (await readUsage(accountId)).used]).toEqual([[], 0])
  })

  test('is deleted in one step, so a reader finds all of its data or none', async () => {
    const { accountId, remove } = await signUp()
    await createKey(accountId, 'Production', null)
    const { redis } = await store()
    const { members, profile, apiKeys } = redisKeys(accountId)
    const seen = new Set<number>()
    let going = true
    const looking = (async () => {
      while (going) seen.add(await redis.exists(members, profile, apiKeys))
    })()
    await remove()
    going = false
    await looking
    seen.add(await redis.exists(members, profile, apiKeys))
    expect([...seen].sort()).toEqual([0, 3])
  })
})

test('a new account gets its members and its profile in one step', async () => {
  const { redis } = await store()
  const seen = new Set<string>()
  let going = true
  const looking = (async () => {
    while (going) {
      for (const key of (await redis.keys('*:members')).slice(-5)) {
        seen.add(String(await redis.exists(key, key.replace(':members', ':profile'))))
      }
    }
  })()
  await Promise.all(Array.from({ length: 10 }, signUp))
  going = false
  await looking
  expect([...seen]).toEqual(['2'])
})
