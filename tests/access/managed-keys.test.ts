import { describe, expect, test } from 'vitest'
import { admit, lookUpKey } from '@/server/metering/access/admit'
import type { KeyLimits } from '@/server/metering/access/key-limits'
import { listKeys } from '@/server/metering/access/key-list'
import {
  changeKey,
  createKey,
  type KeyOptions,
  maxKeys,
  revokeKey,
  rotateKey,
} from '@/server/metering/access/key-store'
import { newAccount } from '../support/new-account'
import { withStore } from './environment'

withStore({})

const all: KeyLimits['operations'] = ['resolve', 'search', 'convert', 'usage', 'keys']
const later = Math.floor(Date.now() / 1000) + 1_000
const refused = (field: string) => ({
  code: 'operation_not_allowed',
  errors: [{ pointer: `/${field}` }],
})

/** Makes an account with a key that manages keys. */
async function manager(options: KeyOptions & { expires?: number } = {}) {
  const { expires = null, ...limits } = options
  const account = await newAccount()
  const { id, key } = await createKey(account, 'Manager', expires, { operations: all, ...limits })
  const granter = { keyId: id }
  const create = (more: KeyOptions = {}, ends?: number | null) => createKey(account, 'Made', ends, { granter, ...more })
  const read = async (keyId: string) => (await listKeys(account)).find((one) => one.id === keyId)
  return { account, id, key, granter, create, read }
}

const call = (key: string, operation: string, requestId: string) =>
  admit({ client: () => ({ address: '192.0.2.1' }), apiKey: key, member: null, operation, requestId })

describe('a key that manages keys', () => {
  test('gives a new key its own limits by default, but not permission to manage keys', async () => {
    const limits = { monthlyLimit: 500, dailyLimit: 50, burstLimit: 9, addresses: ['192.0.2.0/24'] }
    const { id, create, read } = await manager({ ...limits, expires: later })
    const made = await read((await create()).id)
    const operations = ['resolve', 'search', 'convert', 'usage']
    expect(made).toMatchObject({ ...limits, operations, expires: later, madeBy: id, test: false })
    const wide = await manager()
    const free = { monthlyLimit: null, dailyLimit: null, burstLimit: null, addresses: null, expires: null, operations }
    expect(await wide.read((await wide.create()).id)).toMatchObject(free)
    expect(await wide.read((await wide.create({ operations: null })).id)).toMatchObject({ ...free, operations: null })
  })

  test.each<[field: string, own: KeyOptions & { expires?: number }, more: KeyOptions, ends?: number | null]>([
    ['operations', { operations: ['resolve', 'keys'] }, { operations: ['search'] }],
    ['operations', { operations: ['resolve', 'keys'] }, { operations: null }],
    ['operations', { operations: ['keys'] }, {}],
    ['monthly_limit', { monthlyLimit: 5 }, { monthlyLimit: 6 }],
    ['monthly_limit', { monthlyLimit: 5 }, { monthlyLimit: null }],
    ['daily_limit', { dailyLimit: 5 }, { dailyLimit: 6 }],
    ['daily_limit', { dailyLimit: 5 }, { dailyLimit: null }],
    ['burst_limit', { burstLimit: 5 }, { burstLimit: 6 }],
    ['burst_limit', { burstLimit: 5 }, { burstLimit: null }],
    ['addresses', { addresses: ['192.0.2.0/24'] }, { addresses: ['192.0.0.0/16'] }],
    ['addresses', { addresses: ['192.0.2.0/24'] }, { addresses: ['192.0.2.7', '2001:db8::1'] }],
    ['addresses', { addresses: ['192.0.2.0/24'] }, { addresses: null }],
    ['expires_at', { expires: later }, {}, later + 1],
    ['expires_at', { expires: later }, {}, null],
    ['test', { test: true }, { test: false }],
  ])('cannot give a key more permissions than its own: %s', async (field, own, more, ends) => {
    const { account, id, granter, create } = await manager(own)
    await expect(create(more, ends)).rejects.toMatchObject(refused(field))
    const changes = { ...more, ...(ends !== undefined && { expires: ends }) }
    if (field !== 'test' && Object.keys(changes).length > 0) {
      await expect(changeKey(account, id, changes, granter)).rejects.toMatchObject(refused(field))
    }
    expect(await listKeys(account)).toHaveLength(1)
  })

  test('can give a new key all its permissions, and can create a test key instead of a live one', async () => {
    const { create, read } = await manager({
      monthlyLimit: 5,
      dailyLimit: 5,
      burstLimit: 5,
      addresses: ['192.0.2.0/24', '2001:db8::/32'],
    })
    const same = {
      operations: all,
      monthlyLimit: 5,
      dailyLimit: 5,
      burstLimit: 5,
      addresses: ['192.0.2.8/29', '2001:db8::1'],
    }
    expect(await read((await create(same)).id)).toMatchObject(same)
    const trial = await read((await create({ test: true })).id)
    expect(trial).toMatchObject({ test: true, monthlyLimit: null, dailyLimit: null, burstLimit: 5 })
  })

  test('changes and revokes only itself and keys without more permissions', async () => {
    const { account, id, granter, create, read } = await manager({ monthlyLimit: 500 })
    const strong = await createKey(account, 'Production', null)
    for (const change of [
      () => changeKey(account, strong.id, { name: 'Mine' }, granter),
      () => changeKey(account, strong.id, { monthlyLimit: 1 }, granter),
      () => revokeKey(account, strong.id, granter),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'operation_not_allowed' })
    }
    expect(await read(strong.id)).toMatchObject({ name: 'Production', monthlyLimit: null })
    const made = await create()
    expect(await changeKey(account, made.id, { name: 'Customer', monthlyLimit: 20 }, granter)).toBe('Made')
    expect(await read(made.id)).toMatchObject({ name: 'Customer', monthlyLimit: 20 })
    await revokeKey(account, made.id, granter)
    await changeKey(account, id, { monthlyLimit: 100 }, granter)
    await expect(changeKey(account, id, { monthlyLimit: 500 }, granter)).rejects.toMatchObject(refused('monthly_limit'))
    await revokeKey(account, id, granter)
    expect((await listKeys(account)).map((key) => key.id)).toEqual([strong.id])
    await expect(create()).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  test('cannot manage keys once its owner removes the permission, even in a call admitted earlier', async () => {
    const { account, id, create, granter } = await manager()
    const made = await create()
    await changeKey(account, id, { operations: ['resolve'] })
    for (const change of [() => create(), () => revokeKey(account, made.id, granter)]) {
      await expect(change()).rejects.toMatchObject({ code: 'operation_not_allowed' })
    }
    expect(await listKeys(account)).toHaveLength(2)
  })

  test('cannot manage another account’s keys', async () => {
    const [{ granter }, other] = [await manager(), await manager()]
    await expect(revokeKey(other.account, other.id, granter)).rejects.toMatchObject({ code: 'invalid_api_key' })
    const stranger = await newAccount()
    await expect(createKey(stranger, 'Made', null, { granter })).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect([await listKeys(stranger), await listKeys(other.account)]).toMatchObject([[], [{ id: other.id }]])
  })

  test('is the only kind of key that may manage keys', async () => {
    const { account, key } = await manager()
    expect((await call(key, 'keys', account)).refused).toBeNull()
    for (const options of [{}, { operations: ['resolve', 'usage'] } as const]) {
      const other = await createKey(account, 'Other', null, options as KeyOptions)
      await expect(call(other.key, 'keys', account)).rejects.toMatchObject({ code: 'operation_not_allowed' })
    }
    expect((await listKeys(account)).map(({ callsThisMonth }) => callsThisMonth)).toEqual([0, 0, 0])
  })

  test('keeps the permission after a rotation', async () => {
    const { account, id } = await manager({ operations: ['keys', 'resolve'] })
    const { key } = await rotateKey(account, id, 0)
    expect((await call(key, 'keys', account)).refused).toBeNull()
  })

  test('creates no more keys than an account may have, even if many requests arrive at once', async () => {
    const { account, create } = await manager()
    const made = await Promise.allSettled(Array.from({ length: maxKeys + 10 }, () => create()))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxKeys - 1)
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'limit_reached' } })
    expect(await listKeys(account)).toHaveLength(maxKeys)
  })
})

describe('a repeated request to create a key', () => {
  const repeat = { mark: 'the same', asked: 'the same' }

  test('replaces the first request’s key, even in an account that has no room for more', async () => {
    const { account, create, read } = await manager()
    const first = await create({ repeat })
    await Promise.all(Array.from({ length: maxKeys - 2 }, () => create()))
    const again = await create({ repeat })
    expect(again.id).toBe(first.id)
    expect(again.key).not.toBe(first.key)
    await expect(call(first.key, 'convert', account)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect((await call(again.key, 'convert', account)).refused).toBeNull()
    expect(await listKeys(account)).toHaveLength(maxKeys)
    expect(await read(first.id)).toMatchObject({ callsThisMonth: 1 })
  })

  test('never replaces a key whose first call is admitted at the same moment', async () => {
    const { account, create } = await manager()
    for (let round = 0; round < 20; round++) {
      const one = { mark: `round ${round}`, asked: 'the same' }
      const first = await create({ repeat: one })
      const steps = [() => call(first.key, 'key', `${account}${round}`), () => create({ repeat: one })]
      const order = round % 2 === 0 ? steps : steps.reverse()
      const done = await Promise.allSettled<unknown>(order.map((step) => step()))
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('leaves one key, even if many requests arrive at once', async () => {
    const { account, create } = await manager()
    const made = await Promise.all(Array.from({ length: 8 }, () => create({ repeat })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await listKeys(account)).toHaveLength(2)
  })

  test('is rejected if the requests differ, and changes nothing', async () => {
    const { account, create } = await manager()
    const { key } = await create({ repeat })
    const other = create({ repeat: { ...repeat, asked: 'another' } })
    await expect(other).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      message: expect.stringContaining('a different key'),
    })
    expect((await call(key, 'convert', account)).refused).toBeNull()
    expect(await listKeys(account)).toHaveLength(2)
  })

  const client = { address: '192.0.2.1' }
  test.each<[use: string, use: (key: string, account: string) => Promise<unknown>]>([
    ['a lookup', (key, account) => call(key, 'convert', account)],
    ['GET /api/key', (key, account) => call(key, 'key', account)],
    ['a long body', (key) => lookUpKey(key, client)],
    ['a call that it may not make', (key, account) => call(key, 'keys', account).catch(() => {})],
    ['a call from another address', (key) => lookUpKey(key, { address: '9.9.9.9' }).catch(() => {})],
  ])('is rejected after %s with the first key, and changes nothing', async (_, use) => {
    const { account, create } = await manager()
    const { key, id } = await create({ repeat, addresses: ['192.0.2.0/24'] })
    await use(key, account)
    await expect(create({ repeat, addresses: ['192.0.2.0/24'] })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      message: expect.stringContaining(id),
    })
    expect((await call(key, 'convert', `${account}2`)).refused).toBeNull()
    expect(await listKeys(account)).toHaveLength(2)
  })
})
