import { describe, expect, test } from 'vitest'
import type { Actor, Reader } from '@/server/features/audit/actor'
import {
  maxOfAccount,
  maxOfServer,
  readAccountLog,
  readActors,
  readServerLog,
  recordDeletion,
  recordEvent,
  recordPersonEvent,
} from '@/server/features/audit/log'
import { contactKeys } from '@/server/metering/access/contacts'
import { createKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { newAccount, newPerson, ownersPlace } from '../support/new-account'

const caller = { address: '203.0.113.77', userAgent: 'Firefox' }
const ada = { personId: 'a'.repeat(16), name: 'Ada', email: 'ada@example.com', role: 'owner' } as const
const person: Actor = { ...caller, person: ada }

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
        by: 'person',
        person: { id: ada.personId, name: 'Ada', email: 'ada@example.com', role: 'owner' },
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
        by: 'person',
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
        { kind: 'email-changed', from: 'a…@example.com', to: 'g…@example.org', by: 'person' },
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

    test('shows the name and role of a person at that time, and networks, browsers, and emails of others only to owners', async () => {
      const accountId = await newAccount()
      const grace = { personId: 'g'.repeat(16), name: 'Grace', email: 'grace@example.org' }
      recordEvent(accountId, { kind: 'key-created', keyId: 'key_1' }, person)
      await finishWork()
      recordEvent(
        accountId,
        { kind: 'key-revoked', keyId: 'key_1' },
        { ...caller, person: { ...grace, role: 'member' } },
      )
      await finishWork()
      const renamed: Reader = { ...grace, name: 'Grace H.', role: 'viewer', accountId }
      const shown = async (reader: Reader) =>
        (await readAccountLog(reader, { count: 2 })).events.map(({ person: by, address, userAgent }) => [
          by?.name,
          by?.role,
          by?.email,
          address,
          userAgent,
        ])
      const whole = [
        ['Grace', 'member', 'grace@example.org', '203.0.113.0/24', 'Firefox'],
        ['Ada', 'owner', 'ada@example.com', '203.0.113.0/24', 'Firefox'],
      ]
      expect(await shown({ ...ada, accountId })).toEqual(whole)
      expect(await shown(renamed)).toEqual([whole[0], ['Ada', 'owner', undefined, '', '']])
      expect(await shown({ ...renamed, personId: 'v'.repeat(16), role: 'member' })).toEqual([
        ['Grace', 'member', undefined, '', ''],
        ['Ada', 'owner', undefined, '', ''],
      ])
    })

    test('names the key that acted, and not its name or the person’s to the operator', async () => {
      const accountId = await accountOf('ada@example.com')
      const made = await createKey(accountId, 'Provisioner', null)
      recordEvent(accountId, { kind: 'callback-removed' }, { ...caller, keyId: made.id })
      await finishWork()
      const owner = await ownersPlace(accountId)
      expect((await readAccountLog(owner, { count: 1 })).events).toMatchObject([
        { kind: 'callback-removed', by: 'key', key: { id: made.id, name: 'Provisioner' }, userAgent: 'Firefox' },
      ])
      const [serverEvent] = (await readServerLog({ count: 1 })).events
      expect(serverEvent).toMatchObject({ by: 'key', key: { id: made.id }, email: 'a…@example.com' })
      expect(JSON.stringify(serverEvent)).not.toMatch(/Provisioner|Ada/)
    })

    test('is filtered by person, page by page, and lists everyone who acted, the last one first', async () => {
      const accountId = await newAccount()
      const owner = await ownersPlace(accountId)
      const grace = { personId: 'g'.repeat(16), name: 'Grace', email: 'grace@example.org', role: 'member' } as const
      for (const [number, by] of [owner, grace, owner, grace, grace, owner].entries()) {
        recordEvent(accountId, { kind: 'key-created', keyId: `key_${number}` }, { ...caller, person: by })
        await finishWork()
      }
      recordEvent(accountId, { kind: 'resumed' }, { operator: 'olga@example.net', address: '198.51.100.9' })
      recordPersonEvent(owner.personId, { kind: 'signed-in', method: 'password' }, caller)
      await finishWork()
      const pages: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await readAccountLog(owner, { cursor, count: 2 }, grace.personId)
        pages.push(page.events.map((event) => 'keyId' in event && event.keyId))
        cursor = page.next
      }
      expect(pages).toEqual([['key_4', 'key_3'], ['key_1']])
      const { events } = await readAccountLog(owner, { count: 10 }, owner.personId)
      // The last two may have happened in one millisecond, and are then in any order.
      const kinds = events.map(({ kind }) => kind)
      expect(kinds.slice(0, 2).toSorted()).toEqual(['key-created', 'signed-in'])
      expect(kinds.slice(2)).toEqual(['key-created', 'key-created'])
      expect((await readActors(owner)).map(({ id, name }) => [id, name])).toEqual([
        [owner.personId, 'Ada'],
        [grace.personId, 'Grace'],
      ])
      expect(await readActors({ ...grace, accountId })).toMatchObject([{ id: owner.personId }, { id: grace.personId }])
    })

    test('shows entries of earlier builds as its former owner’s, or as a key’s', async () => {
      const accountId = await newAccount()
      const { send } = await store()
      const stored = { kind: 'key-created', keyId: 'key_2', by: 'owner', address: '192.0.2.0/24', userAgent: 'curl' }
      for (const entry of [stored, { ...stored, byKey: 'key_1' }])
        await send(['XADD', redisKeys(accountId).audit, '*', 'event', JSON.stringify(entry)])
      const reader: Reader = { ...ada, personId: accountId, accountId }
      const { events } = await readAccountLog(reader, { count: 2 })
      expect(events).toMatchObject([
        { by: 'key', key: { id: 'key_1', name: '' } },
        { by: 'person', person: { id: accountId, name: 'Ada', role: 'owner' }, address: '192.0.2.0/24' },
      ])
      expect(events[0]).not.toHaveProperty('byKey')
      const later = { ...reader, personId: 'l'.repeat(16), name: 'Later' }
      expect((await readAccountLog(later, { count: 2 })).events[1]?.person).toMatchObject({ name: '', role: 'owner' })
      await send(['XADD', 'audit', '*', 'event', JSON.stringify({ ...stored, account: 'abcdef', email: 'a…@b.c' })])
      expect((await readServerLog({ count: 1 })).events).toMatchObject([{ by: 'person', account: 'abcdef' }])
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
      recordDeletion({ id: accountId, email: 'ada@example.com' }, caller)
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
      recordPersonEvent(personId, { kind: 'signed-up' }, caller)
      await finishWork()
      const seconds = await redis.ttl(contactKeys.log(personId))
      expect(seconds).toBeGreaterThan(3_500)
      expect(seconds).toBeLessThanOrEqual(3_600)
    })

    test('has a person’s own sign-ins only for that person, between the account’s events, and loses none between pages', async () => {
      const accountId = await newAccount()
      const own = await ownersPlace(accountId)
      const { send } = await store()
      // The logs may be on different nodes, so two entries can have the same id.
      const add = (log: string, id: string, event: object) =>
        send(['XADD', log, id, 'event', JSON.stringify({ by: 'stripe', ...event })])
      for (const id of ['1000-0', '3000-0']) await add(redisKeys(accountId).audit, id, { kind: 'resumed' })
      for (const id of ['2000-0', '3000-0']) await add(contactKeys.log(own.personId), id, { kind: 'two-step-on' })
      const seenBy = async (personId: string, count: number) => {
        const seen = new Set<string>()
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await readAccountLog({ ...own, personId }, { cursor, count })
          for (const { id, kind } of page.events) seen.add(`${id} ${kind}`)
          cursor = page.next
        }
        return [...seen]
      }
      expect(await seenBy(own.personId, 20)).toEqual([
        '3000-0 resumed',
        '3000-0 two-step-on',
        '2000-0 two-step-on',
        '1000-0 resumed',
      ])
      expect((await seenBy(own.personId, 3)).length).toBe(4)
      expect(await seenBy(await newPerson(), 20)).toEqual(['3000-0 resumed', '1000-0 resumed'])
    })
  })
}
