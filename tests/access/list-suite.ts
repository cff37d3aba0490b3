import { describe, expect, test } from 'vitest'
import { listAccounts } from '@/server/features/account-data/listed-accounts'
import { indexMember, readIndex } from '@/server/features/sign-in/adapter/account-index'
import { openAccount } from '@/server/features/sign-in/session-account'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { monthOf } from '@/server/metering/access/calendar'
import { contactKeys } from '@/server/metering/access/contacts'
import { createKey } from '@/server/metering/access/key-store'
import { setSuspended, writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { newPerson, ownerOf } from '../support/new-account'
import { admitCall } from './admit-call'

/** Makes an account as a first sign-in does, with the data that the list needs. */
async function accountOf(email: string, id = randomBase62(16)): Promise<string> {
  const personId = await newPerson({ email, emailVerified: false })
  await openAccount(id, personId, 'Acme')
  await writeProfile(id, { created: '2026-11-20T08:00:00.000Z' })
  indexMember({ accountId: id, personId }, email)
  await finishWork()
  return id
}

const emailsOf = async (find: string) => (await listAccounts(find, null)).accounts.map(({ email }) => email)
const indexed = async (start: string) => {
  await finishWork()
  return (await readIndex(start, null, 1_000)).map(({ member }) => member)
}

/** Tests how operators find accounts, on any transport. */
export function listSuite(transport: string): void {
  describe(`the list of accounts, over ${transport}`, () => {
    test('shows each account’s email, plan, usage, last activity, suspension, and subscription', async () => {
      const id = await accountOf('card@facts.example')
      expect((await listAccounts(id, null)).accounts).toEqual([
        {
          id,
          email: 'card@facts.example',
          confirmed: false,
          plan: 'starter',
          callsThisMonth: 0,
          costCents: 0,
          lastSeen: null,
          created: '2026-11-20T08:00:00.000Z',
          suspended: null,
          subscribed: false,
        },
      ])
      const { redis } = await store()
      await redis.hset(contactKeys.user(await ownerOf(id)), { emailVerified: 'true' })
      await writeProfile(id, { plan: 'growth', subscriptionId: 'sub_1', created: '2026-11-20T08:00:00.000Z' })
      const { key } = await createKey(id, 'a', null)
      await redis.hset(redisKeys(id).seen, { 'sign-in': 1_700_000_000 })
      await admitCall({ apiKey: key })
      await admitCall({ apiKey: key })
      await setSuspended(id, { reason: 'Spam', by: 'o…@example.net' })
      const [account] = (await listAccounts('card@', null)).accounts
      expect(account).toMatchObject({ confirmed: true, plan: 'growth', callsThisMonth: 2, subscribed: true })
      expect(account?.suspended).toMatchObject({ reason: 'Spam', by: 'o…@example.net' })
      expect(Math.abs((account?.lastSeen ?? 0) - Date.now() / 1000)).toBeLessThan(60)
      expect(Math.abs(Date.parse(account?.suspended?.since ?? '') - Date.now())).toBeLessThan(60_000)
    })

    test('finds an account by the start of its email, ignoring case, by its id, or by one of its keys', async () => {
      const ada = await accountOf('Find.Ada@example.com')
      const adam = await accountOf('find.adam@example.com')
      await accountOf('find.bob@example.com')
      expect(await emailsOf('find.a')).toEqual(['Find.Ada@example.com', 'find.adam@example.com'])
      expect(await emailsOf('FIND.ADA@')).toEqual(['Find.Ada@example.com'])
      expect(await emailsOf('find.adx')).toEqual([])
      expect(await emailsOf('ind.ada')).toEqual([])
      expect(await emailsOf(adam)).toEqual(['find.adam@example.com'])
      const key = createKeyText(ada)
      expect(await emailsOf(key)).toEqual(['Find.Ada@example.com'])
      // The keys page shows this much of a key.
      expect(await emailsOf(key.slice(0, 28))).toEqual(['Find.Ada@example.com'])
      expect(await emailsOf(createKeyText(randomBase62(16)))).toEqual([])
    })

    test('treats text that only looks like an id as the start of an email', async () => {
      await accountOf('maximilianmuster@example.com')
      expect(await emailsOf('maximilianmuster')).toEqual(['maximilianmuster@example.com'])
    })

    test('does not treat special characters in a search as ranges or wildcards', async () => {
      await accountOf('range@example.com')
      for (const find of ['[', '(', '-', '+', '\u0000', '\u{10ffff}', '*', 'range*']) {
        expect([find, await emailsOf(find)]).toEqual([find, []])
      }
    })

    test('is paged by email, with each account once and two round trips a page', async () => {
      const emails = Array.from({ length: 120 }, (_, number) => `page${String(number).padStart(3, '0')}@example.com`)
      await Promise.all([...emails].reverse().map((email) => accountOf(email)))
      const seen: string[][] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await listAccounts('PAGE', cursor ?? null, 'email')
        seen.push(page.accounts.map(({ email }) => email))
        cursor = page.next
      }
      expect(seen.map(({ length }) => length)).toEqual([50, 50, 20])
      expect(seen.flat()).toEqual(emails)
      const { roundTrips } = await store()
      const before = roundTrips.count
      await listAccounts('page', null, 'email')
      expect(roundTrips.count - before).toBe(2)
    })

    test('is sorted by calls unless the operator chooses cost or last activity, page by page', async () => {
      const { redis } = await store()
      const emails = Array.from({ length: 60 }, (_, number) => `sort${String(number).padStart(3, '0')}@example.com`)
      const ids = await Promise.all(emails.map((email) => accountOf(email)))
      const month = monthOf(Date.now())
      await Promise.all(
        ids.map((id, number) =>
          redis.hset(redisKeys(id).counts(month), {
            used: number,
            seen: 1_700_000_000 - number,
          }),
        ),
      )
      await redis.hset(`{upstream:${month}}:account:${ids[6]}`, { search_enterprise: 7 })
      await redis.hset(`{upstream:${month}}:account:${ids[7]}`, { details_enterprise: 12, details_ids: 100 })
      const first = await listAccounts('sort', null)
      expect(first.accounts.slice(0, 2).map(({ callsThisMonth }) => callsThisMonth)).toEqual([59, 58])
      const second = await listAccounts('sort', first.next)
      expect(second.accounts.map(({ callsThisMonth }) => callsThisMonth)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
      expect([second.next, second.cutAt]).toEqual([null, null])
      // If an account makes calls in the meantime, no other account is listed twice.
      await redis.hset(redisKeys(ids[5] ?? '').counts(month), { used: 100 })
      const { accounts: rest } = await listAccounts('sort', first.next)
      expect(rest.map(({ callsThisMonth }) => callsThisMonth)).toEqual([9, 8, 7, 6, 4, 3, 2, 1, 0])
      const seen = (await listAccounts('sort', null, 'seen')).accounts
      expect(seen.map(({ email }) => email)).toEqual(emails.slice(0, 50))
      const [dearest] = (await listAccounts('sort', null, 'cost')).accounts
      // Seven searches at $35 per thousand, and twelve listings at $20.
      expect(dearest).toMatchObject({ email: 'sort006@example.com', costCents: 24.5 })
    })

    test('skips and removes deleted accounts', async () => {
      const { redis } = await store()
      const ids = await Promise.all(Array.from({ length: 60 }, () => accountOf('gone.a@example.com')))
      const remaining = await accountOf('gone.b@example.com')
      await Promise.all(ids.map((id) => redis.del(redisKeys(id).members)))
      expect(await listAccounts('gone.', null)).toMatchObject({ accounts: [{ id: remaining }], next: null })
      expect(await indexed('gone.')).toEqual([`gone.b@example.com ${remaining} ${await ownerOf(remaining)}`])
    })

    test('corrects an entry whose account has a new email', async () => {
      const id = await accountOf('stale.old@example.com')
      const personId = await ownerOf(id)
      const { redis } = await store()
      await redis.hset(contactKeys.user(personId), { email: JSON.stringify('stale.new@example.com') })
      expect(await emailsOf('stale.old')).toEqual([])
      expect(await indexed('stale.')).toEqual([`stale.new@example.com ${id} ${personId}`])
      expect(await emailsOf('stale.')).toEqual(['stale.new@example.com'])
    })
  })
}
