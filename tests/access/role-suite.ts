import { describe, expect, test } from 'vitest'
import { addEndpoint, readEndpoints } from '@/server/features/callbacks/endpoint'
import { leaveAccount, removeAccount } from '@/server/metering/access/account'
import { listKeys } from '@/server/metering/access/key-list'
import { createKey } from '@/server/metering/access/key-store'
import { memberText, type Role, workingRoles } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { newAccount, newMember } from '../support/new-account'
import { admitCall } from './admit-call'

/** Returns a new account and one of its members, as who changes things and as who calls. */
async function newPlace(role: Role) {
  const accountId = await newAccount()
  const personId = await newMember(accountId, role)
  return { accountId, personId, roles: workingRoles }
}

/** Each way in which a person loses the right to use an account, and the error of what they do next. */
const losses = [
  ['removed', 'account_switched', leaveAccount],
  ['made a viewer', 'role_not_allowed', makeViewer],
  ['left without the account', 'not_signed_in', removeAccount],
] as const

async function makeViewer(accountId: string, personId: string): Promise<void> {
  const { redis } = await store()
  await redis.hset(redisKeys(accountId).members, { [personId]: memberText({ role: 'viewer', since: 1 }) })
}

/** Tests what members of an account do at the same time, and after they no longer may, on any transport. */
export function roleSuite(transport: string): void {
  describe(`members, over ${transport}`, () => {
    test('three of them and two keys together make exactly the calls of the plan, and a key those of its limit', async () => {
      const accountId = await newAccount()
      const personIds = await Promise.all(
        (['owner', 'member', 'member'] as const).map((role) => newMember(accountId, role)),
      )
      const [limited, open] = [
        await createKey(accountId, 'Limited', null, { monthlyLimit: 100 }),
        await createKey(accountId, 'Open', null),
      ]
      const callers = [
        ...personIds.map((personId) => ({ member: { accountId, personId, roles: workingRoles } })),
        { apiKey: open.key },
      ]
      const admittedOf = async (calls: ReadonlyArray<Parameters<typeof admitCall>[0]>) =>
        (await Promise.all(calls.map(admitCall))).filter(({ refused }) => refused === null).length
      const repeated = <T>(items: readonly T[], times: number) => Array.from({ length: times }, () => items).flat()

      expect(await admittedOf(repeated([{ apiKey: limited.key }, ...callers], 200))).toBe(900)
      expect(await admittedOf(repeated(callers, 100))).toBe(100)
      expect(await readUsage(accountId)).toMatchObject({ used: 1_000 })
      const used = (await listKeys(accountId)).map(({ id, callsThisMonth }) => [id, callsThisMonth])
      expect(Object.fromEntries(used)).toMatchObject({ [limited.id]: 100 })
    })

    test.each(losses)('a person who was %s makes no call, and none is counted', async (_, code, lose) => {
      const member = await newPlace('member')
      const { accountId, personId } = member
      expect(await admitCall({ member })).toMatchObject({ refused: null })
      await lose(accountId, personId)
      const { redis } = await store()
      const counts = redisKeys(accountId).counts(new Date().toISOString().slice(0, 7))
      const before = await redis.hgetall(counts)
      await expect(admitCall({ member })).rejects.toMatchObject({ code })
      expect(await redis.hgetall(counts)).toEqual(before)
    })

    test('a member who is removed among many calls has exactly those counted that were admitted', async () => {
      const member = await newPlace('member')
      const outcomes = Array.from({ length: 200 }, async (_, call) => {
        if (call === 100) await leaveAccount(member.accountId, member.personId)
        return admitCall({ member })
      })
      const admitted = (await Promise.allSettled(outcomes)).filter(({ status }) => status === 'fulfilled').length
      expect(admitted).toBeLessThan(200)
      expect(await readUsage(member.accountId)).toMatchObject({ used: admitted })
    })

    test.each(losses)('a person who was %s creates no key and no endpoint', async (_, code, lose) => {
      const member = await newPlace('member')
      const { accountId, personId } = member
      await lose(accountId, personId)
      const endpoint = { url: 'https://callbacks.example.com/', sealed: 'sealed', idempotency: null }
      await expect(createKey(member, 'Late', null)).rejects.toMatchObject({ code })
      await expect(addEndpoint(member, endpoint)).rejects.toMatchObject({ code })
      expect([await listKeys(accountId), await readEndpoints(accountId)]).toEqual([[], []])
    })

    test('a change by a member takes one round trip, like one by a key', async () => {
      const member = await newPlace('member')
      const { roundTrips } = await store()
      const endpoint = (url: string) => ({ url, sealed: 'sealed', idempotency: null })
      await createKey(member, 'First', null)
      await addEndpoint(member, endpoint('https://callbacks.example.com/1'))
      const before = roundTrips.count
      await createKey(member, 'Second', null)
      await addEndpoint(member, endpoint('https://callbacks.example.com/2'))
      expect(roundTrips.count - before).toBe(2)
    })
  })
}
