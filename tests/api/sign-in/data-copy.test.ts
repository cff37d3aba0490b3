import { beforeAll, expect, test, vi } from 'vitest'
import type { DataCopy } from '@/server/features/account-data/data-copy'
import { removeMembership } from '@/server/features/sign-in/adapter/memberships'
import { leaveAccount } from '@/server/metering/access/account'
import { withStore } from '../../access/environment'
import { join } from '../../support/new-account'
import { expectNoSecrets } from '../../support/secrets'
import { kindsOf, memberIn, mutate, person, query } from './audit-log'
import type { Browser } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

async function download(browser: Browser, procedure = 'account.copyOwn') {
  const { status, data } = await mutate(browser, procedure)
  expect(status).toBe(200)
  return { copy: data as unknown as DataCopy, text: JSON.stringify(data) }
}

test.each(['member', 'viewer'] as const)(
  'a %s’s copy of the data has what is theirs, and nothing of the account or its owner',
  async (role) => {
    const owner = await person()
    const { browser, email, personId, ownAccountId } = await memberIn(owner.accountId, 'member')
    const { data: ofOwner } = await mutate(owner.browser, 'keys.create', { name: 'Of the owner' })
    const { data: own } = await mutate(browser, 'keys.create', { name: 'Of the member' })
    await kindsOf(owner.accountId)
    await join(owner.accountId, personId, role)
    const { copy, text } = await download(browser)
    expect(copy.account).toBeNull()
    expect(copy.person).toMatchObject({
      id: personId,
      email,
      signIn: { methods: [{ provider: 'credential' }], sessions: [{}, {}] },
      alerts: { quota: true },
      apps: [],
      activity: [{ kind: 'signed-in' }, { kind: 'signed-up' }],
    })
    const accounts = copy.person.accounts.toSorted((one) => (one.id === ownAccountId ? -1 : 1))
    expect(accounts).toMatchObject([
      { id: ownAccountId, role: 'owner', activity: [] },
      {
        id: owner.accountId,
        role,
        activity: [{ kind: 'key-created', keyId: own.id, person: { id: personId, email } }],
      },
    ])
    expectNoSecrets(text, { 'the owner’s email': owner.email, 'the owner’s id': owner.personId, 'a key': ofOwner.id })
    expect((await mutate(browser, 'account.copy')).status).toBe(403)
    expect(await kindsOf(owner.accountId)).not.toContain('data-downloaded')
    const { body } = await query(browser, 'account.activity', { count: 1 })
    expect(body).toMatchObject({ result: { data: { events: [{ kind: 'own-data-downloaded' }] } } })
  },
)

test('an owner’s copy of the data lists the members and what they did, but not how they sign in', async () => {
  const owner = await person()
  const { browser, email, personId, ownAccountId } = await memberIn(owner.accountId, 'member')
  await mutate(browser, 'keys.create', { name: 'Of the member' })
  await kindsOf(owner.accountId)
  await mutate(owner.browser, 'members.invite', { email: 'invited@example.com', role: 'viewer' })
  await kindsOf(owner.accountId)
  const { copy: own } = await download(browser)
  const { copy, text } = await download(owner.browser, 'account.copy')
  expect(copy.account).toMatchObject({
    id: owner.accountId,
    members: expect.arrayContaining([
      { id: owner.personId, name: 'Ada', email: owner.email, role: 'owner', since: expect.any(String) },
      { id: personId, name: 'Ada', email, role: 'member', since: expect.any(String) },
    ]),
    invitations: [{ email: 'invited@example.com', role: 'viewer', expires: expect.any(String) }],
    activity: [
      { kind: 'member-invited' },
      { kind: 'key-created', person: { id: personId, name: 'Ada', email, role: 'member' } },
    ],
  })
  expect(own.person.signIn.sessions).toHaveLength(2)
  for (const { id, address } of own.person.signIn.sessions)
    expectNoSecrets(text, { 'a session': id, 'an address': address, 'another account': ownAccountId })
})

test('a person who is no longer in an account can still download their own data', async () => {
  const owner = await person()
  const { browser, personId, ownAccountId } = await memberIn(owner.accountId, 'member')
  await leaveAccount(owner.accountId, personId)
  await removeMembership(personId, owner.accountId, null)
  const { copy } = await download(browser)
  expect(copy).toMatchObject({ account: null, person: { id: personId, accounts: [{ id: ownAccountId }] } })
})
