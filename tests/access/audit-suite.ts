import { describe, expect, test } from 'vitest'
import {
  type Actor,
  maxOfAccount,
  maxOfServer,
  readAccountLog,
  readServerLog,
  recordDeletion,
  recordEvent,
  recordPersonEvent,
} from '@/server/features/audit/log'
import { contactKeys } from '@/server/metering/access/contacts'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { newAccount, newPerson, ownersPlace } from '../support/new-account'

const person: Actor = { address: '203.0.113.77', userAgent: 'Firefox' }

async function accountOf(email: string): Promise<string> {
  return newAccount({ email })
}

const fill = `for event = 1, ARGV[1] do redis.call('XADD', KEYS[1], '*', 'event', '{"kind":"signed-up"}') end`

/** Tests the audit log, on any transport. */
export function auditSuite(transport: string): void {
  describe(`the audit log, over ${transport}`, () => {
    test('shows an event’s details to the owner, and a masked email but no key name or browser to the operator', async () => {
      const accountId = await accountOf('ada@example.com')
      recordEvent(accountId, { kind: 'key-created', keyId: 'key_abc', name: 'Büro “2”' }, person)
      await finishWork()
      const [own] = (await readAccountLog(await ownersPlace(accountId), { count: 20 })).events
      expect(own).toEqual({
        id: expect.stringMatching(/^\d+-\d+$/),
        at: expect.any(String),
        kind: 'key-created',
        keyId: 'key_abc',
        name: 'Büro “2”',
        by: 'owner',
        address: '203.0.113.0/24',
        userAgent: 'Firefox',
      })
      expect(Math.abs(Date.parse(own?.at ?? '') - Date.now())).toBeLessThan(60_000)
      const [serverEvent] = (await readServerLog({ count: 1 })).events
      expect(serverEvent).toEqual({
        id: expect.any(String),
        at: expect.any(String),
        kind: 'key-created',
        keyId: 'key_abc',
        by: 'owner',
        address: '203.0.113.0/24',
        account: accountId.slice(0, 6),
        email: 'a…@example.com',
      })
    })

    test('masks both emails when an address changes, and records that Stripe changed a plan', async () => {
      const accountId = await accountOf('grace@example.org')
      recordEvent(accountId, { kind: 'email-changed', from: 'ada@example.com', to: 'grace@example.org' }, person)
      await finishWork()
      recordEvent(accountId, { kind: 'plan-changed', from: 'starter', to: 'growth' }, 'stripe')
      await finishWork()
      expect((await readAccountLog(await ownersPlace(accountId), { count: 20 })).events).toMatchObject([
        { kind: 'plan-changed', from: 'starter', to: 'growth', by: 'stripe', address: '' },
        { kind: 'email-changed', from: 'a…@example.com', to: 'g…@example.org', by: 'owner' },
      ])
    })

    test('shows a suspension’s reason, and the operator’s masked email and network, only to operators', async () => {
      const accountId = await accountOf('ada@example.com')
      const operator: Actor = { operator: 'olga@example.net', address: '198.51.100.9' }
      recordEvent(accountId, { kind: 'suspended', reason: 'Sends spam' }, operator)
      await finishWork()
      const [own] = (await readAccountLog(await ownersPlace(accountId), { count: 1 })).events
      expect(own).toEqual({
        id: expect.any(String),
        at: expect.any(String),
        kind: 'suspended',
        by: 'operator',
        address: '',
        userAgent: '',
      })
      const [serverEvent] = (await readServerLog({ count: 1 })).events
      expect(serverEvent).toEqual({
        id: expect.any(String),
        at: expect.any(String),
        kind: 'suspended',
        reason: 'Sends spam',
        by: 'operator',
        operator: 'o…@example.net',
        address: '198.51.100.0/24',
        account: accountId.slice(0, 6),
        email: 'a…@example.com',
      })
    })

    test('is read page by page, newest first, with each event once', async () => {
      const accountId = await newAccount()
      for (let number = 0; number < 5; number++) {
        recordEvent(accountId, { kind: 'key-created', keyId: `key_${number}` }, person)
        await finishWork()
      }
      const seen: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await readAccountLog(await ownersPlace(accountId), { cursor, count: 2 })
        seen.push(page.events.map((event) => 'keyId' in event && event.keyId))
        cursor = page.next
      }
      expect(seen).toEqual([['key_4', 'key_3'], ['key_2', 'key_1'], ['key_0']])
      expect(await readAccountLog(await ownersPlace(await newAccount()), { count: 2 })).toEqual({
        events: [],
        next: null,
      })
    })

    test('never exceeds its maximum size', async () => {
      const { send } = await store()
      const accountId = await newAccount()
      const { audit } = redisKeys(accountId)
      const logs: Array<[string, number]> = [
        [audit, maxOfAccount],
        ['audit', maxOfServer],
      ]
      for (const [log, most] of logs) await send(['EVAL', fill, 1, log, most])
      recordEvent(accountId, { kind: 'data-downloaded' }, person)
      await finishWork()
      for (const [log, most] of logs) expect(await send(['XLEN', log])).toEqual({ result: most })
      expect((await readAccountLog(await ownersPlace(accountId), { count: 1 })).events).toMatchObject([
        { kind: 'data-downloaded' },
      ])
      expect((await readServerLog({ count: 1 })).events).toMatchObject([{ kind: 'data-downloaded' }])
      await send(['DEL', 'audit'])
    })

    test('is not recreated for a deleted account, and the operator’s log shows the deletion', async () => {
      const accountId = await accountOf('ada@example.com')
      const { members, audit } = redisKeys(accountId)
      const { redis } = await store()
      await redis.del(members)
      recordEvent(accountId, { kind: 'signed-in', method: 'password' }, person)
      recordDeletion({ id: accountId, email: 'ada@example.com' }, person)
      await finishWork()
      expect(await redis.exists(audit)).toBe(0)
      expect((await readServerLog({ count: 1 })).events).toMatchObject([
        { kind: 'account-deleted', account: accountId.slice(0, 6), email: 'a…@example.com' },
      ])
      expect(JSON.stringify(await readServerLog({ count: 100 }))).not.toContain(accountId)
    })

    test('of a person expires together with the person, if their email is not confirmed', async () => {
      const personId = await newPerson()
      const { redis } = await store()
      await redis.expire(contactKeys.user(personId), 3_600)
      recordPersonEvent(personId, { kind: 'signed-up' }, person)
      await finishWork()
      const seconds = await redis.ttl(contactKeys.log(personId))
      expect(seconds).toBeGreaterThan(3_500)
      expect(seconds).toBeLessThanOrEqual(3_600)
    })

    test('has a person’s own sign-ins only for that person, between the account’s events', async () => {
      const accountId = await newAccount()
      const own = await ownersPlace(accountId)
      for (const number of [1, 2]) {
        recordEvent(accountId, { kind: 'key-created', keyId: `key_${number}` }, person)
        await finishWork()
        recordPersonEvent(own.personId, { kind: 'signed-in', method: 'password' }, person)
        await finishWork()
      }
      const kindsFor = async (personId: string) =>
        (await readAccountLog({ accountId, personId }, { count: 20 })).events.map(({ kind }) => kind)
      expect(await kindsFor(own.personId)).toEqual(['signed-in', 'key-created', 'signed-in', 'key-created'])
      expect(await kindsFor(await newPerson())).toEqual(['key-created', 'key-created'])
    })
  })
}
