import { beforeAll, expect, test, vi } from 'vitest'
import { answerApi } from '@/server/entrances/http/handle-api'
import { readAccountLog } from '@/server/features/audit/log'
import { signInKeys } from '@/server/features/sign-in/adapter/redis-keys'
import { signedInPerson } from '@/server/features/sign-in/session'
import { limits } from '@/server/metering/access/limits'
import { memberText, type Role } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { ownersPlace } from '../../support/new-account'
import { secretIn, totp } from '../../support/totp'
import { Browser, goodPassword, newEmail, newestMail, removePassword } from './browser'
import { enable, sendCode } from './two-step'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

/** Calls a procedure the way a page does; a mutation if there is an input. */
async function call(browser: Browser, name: string, input?: object, account?: string) {
  const request = new Request(`http://localhost:3000/api/trpc/${name}`, {
    method: input === undefined ? 'GET' : 'POST',
    headers: {
      cookie: browser.cookieHeader(),
      ...(account !== undefined && { 'x-pinref-account': account }),
      ...(input !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input !== undefined && { body: JSON.stringify(input) }),
  })
  const response = await answerApi(request, browser.client)
  const json = await response.json()
  return { status: response.status, data: json.result?.data, problem: json.error?.data.problem }
}

/** Signs a person up, in a browser. @returns the ids of the person and of their first account. */
async function newOwner() {
  const browser = new Browser()
  const email = newEmail()
  const { json } = await browser.signUp(email)
  const { data } = await call(browser, 'accounts.list')
  return { browser, email, personId: json?.user?.id ?? '', accountId: String(data.current.id) }
}

const switchTo = (browser: Browser, accountId: string) => browser.call('/switch-account', { body: { accountId } })

/** Turns a person's two-step verification on. */
async function turnOn(browser: Browser): Promise<void> {
  const { json } = await enable(browser)
  expect((await sendCode(browser, totp(secretIn(json?.totpURI)))).status).toBe(200)
}

/** Makes a person a member of an account, the way an accepted invitation does. */
async function join(accountId: string, personId: string, role: Role): Promise<void> {
  const { redis } = await store()
  const since = Math.floor(Date.now() / 1000)
  await redis.hset(redisKeys(accountId).members, { [personId]: memberText({ role, since }) })
  await redis.hset(signInKeys.memberships(personId), { [accountId]: since })
}

test('a new account has its creator as its owner, and is listed with the first one', async () => {
  const { browser, accountId } = await newOwner()
  const { data } = await call(browser, 'accounts.create', { name: '  Acme Local ' })
  const { data: listed } = await call(browser, 'accounts.list')
  // Accounts from the same second are in any order.
  listed.accounts.sort((one: { name: string }, other: { name: string }) => other.name.localeCompare(one.name))
  expect(listed).toEqual({
    accounts: [
      { id: accountId, name: 'Ada', role: 'owner', plan: 'Starter' },
      { id: data.id, name: 'Acme Local', role: 'owner', plan: 'Starter' },
    ],
    current: { id: accountId, limit: 1_000, used: 0 },
  })
  await finishWork()
  const { events } = await readAccountLog(await ownersPlace(data.id), { count: 1 })
  expect(events).toMatchObject([{ kind: 'account-created' }])
})

test('an account’s name has 1 to 100 characters and no control characters', async () => {
  const { browser } = await newOwner()
  const statusOf = async (name: string) => (await call(browser, 'account.rename', { name })).status
  expect(await Promise.all(['', '  ', 'x'.repeat(101), 'a\u0007b'].map(statusOf))).toEqual([400, 400, 400, 400])
  expect(await statusOf('店'.repeat(100))).toBe(200)
  expect((await call(browser, 'accounts.list')).data.accounts[0].name).toBe('店'.repeat(100))
})

test('a person can create a limited number of accounts an hour, and own at most twenty', async () => {
  const { browser, personId } = await newOwner()
  const create = async () => (await call(browser, 'accounts.create', { name: 'More' })).problem?.code ?? 'created'
  const { max } = limits.accountsMade
  const all = Array.from({ length: max + 1 }, create)
  expect((await Promise.all(all)).sort()).toEqual([...Array(max).fill('created'), 'too_many_requests'])
  for (let number = max + 1; number < 20; number++) await join(`${number}`.padStart(16, 'x'), personId, 'owner')
  expect(await create()).toBe('limit_reached')
})

test('switching replaces the token, which names the account, and keeps the session’s id, start, and end', async () => {
  const { browser, accountId } = await newOwner()
  const { data } = await call(browser, 'accounts.create', { name: 'Acme Local' })
  const before = (await browser.call('/get-session')).json?.session
  const oldCookie = new Headers({ cookie: browser.cookieHeader() })
  const { status, headers } = await switchTo(browser, data.id)
  expect(status).toBe(200)
  expect(headers.get('set-cookie')).toContain('HttpOnly')

  expect(await signedInPerson(oldCookie)).toBeNull()
  const after = (await browser.call('/get-session')).json?.session
  expect(after?.token).not.toBe(before?.token)
  expect({ ...after, token: '' }).toEqual({ ...before, token: '' })
  const { member } = (await signedInPerson(new Headers({ cookie: browser.cookieHeader() }))) ?? {}
  expect(member).toMatchObject({ accountId: data.id, role: 'owner' })
  expect(accountId).not.toBe(data.id)
})

test('the next sign-in begins in the account that was opened last', async () => {
  const { browser, email } = await newOwner()
  const { data } = await call(browser, 'accounts.create', { name: 'Acme Local' })
  await switchTo(browser, data.id)
  const other = new Browser()
  await other.signIn(email)
  expect((await call(other, 'accounts.list')).data.current.id).toBe(data.id)
})

test('a session that is replaced by a change of the password stays in its account', async () => {
  const { browser, email, accountId } = await newOwner()
  const other = new Browser()
  await other.signIn(email)
  await switchTo(other, (await call(browser, 'accounts.create', { name: 'Acme Local' })).data.id)
  const body = { currentPassword: goodPassword, newPassword: 'staple battery' }
  expect((await browser.call('/change-password', { body })).status).toBe(200)
  expect((await call(browser, 'accounts.list')).data.current.id).toBe(accountId)
})

test('switching does not make an old session recent', async () => {
  const { browser, personId } = await newOwner()
  await removePassword(personId)
  const { data } = await call(browser, 'accounts.create', { name: 'Acme Local' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
  try {
    await switchTo(browser, data.id)
    expect((await browser.call('/two-factor/enable', { body: {} })).json?.code).toBe('SESSION_NOT_FRESH')
  } finally {
    vi.useRealTimers()
  }
})

test('no one can switch to an account that they are not in, or from another site', async () => {
  const [{ browser, accountId }, other] = [await newOwner(), await newOwner()]
  for (const id of [other.accountId, 'x'.repeat(16), '0'.repeat(16), '']) {
    const { status, json } = await switchTo(browser, id)
    expect([status, json?.code]).toEqual([403, 'NOT_A_MEMBER'])
  }
  const headers = { origin: 'https://evil.example' }
  expect((await browser.call('/switch-account', { body: { accountId }, headers })).status).toBe(403)
  expect((await switchTo(new Browser(), accountId)).status).toBe(401)
  expect((await call(browser, 'accounts.list')).data.current.id).toBe(accountId)
})

test('a call from another account’s page changes neither account, and a call without a page’s account is accepted', async () => {
  const { browser, accountId } = await newOwner()
  const { data } = await call(browser, 'accounts.create', { name: 'Acme Local' })
  await switchTo(browser, data.id)
  const { status, problem } = await call(browser, 'keys.create', { name: 'Backend' }, accountId)
  expect([status, problem.code]).toEqual([409, 'account_switched'])
  const lookup = await call(browser, 'listings.resolve', { url: 'https://maps.google.com/?cid=1' }, accountId)
  expect([lookup.status, lookup.problem.code]).toEqual([409, 'account_switched'])
  const { redis } = await store()
  expect(await redis.exists(redisKeys(accountId).apiKeys, redisKeys(data.id).apiKeys)).toBe(0)

  expect((await call(browser, 'keys.create', { name: 'Backend' }, data.id)).status).toBe(200)
  expect((await call(browser, 'keys.create', { name: 'Backend' })).status).toBe(200)
  expect(await redis.hlen(redisKeys(data.id).apiKeys)).toBe(2)
})

test('only owners rename an account, require a second factor, and delete it', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  const changes: Array<[string, object]> = [
    ['account.rename', { name: 'Mine' }],
    ['account.requireSecondFactor', { on: true }],
    ['account.delete', { name: 'Ada', password: goodPassword }],
  ]
  for (const role of ['member', 'viewer'] as const) {
    await join(owner.accountId, other.personId, role)
    await switchTo(other.browser, owner.accountId)
    for (const [name, input] of changes) {
      const { status, problem } = await call(other.browser, name, input)
      expect([name, status, problem.code]).toEqual([name, 403, 'role_not_allowed'])
    }
  }
})

test('a member without the required second factor can do nothing in the account until they have one', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  await join(owner.accountId, other.personId, 'member')
  const on = { on: true }
  expect((await call(owner.browser, 'account.requireSecondFactor', on)).problem.code).toBe('second_factor_required')
  await turnOn(owner.browser)
  expect((await call(owner.browser, 'account.requireSecondFactor', on)).status).toBe(200)
  expect((await call(owner.browser, 'keys.create', { name: 'Backend' })).status).toBe(200)

  expect((await switchTo(other.browser, owner.accountId)).status).toBe(200)
  const attempts: Array<[string, object?]> = [
    ['keys.list'],
    ['keys.create', { name: 'Backend' }],
    ['listings.resolve', { url: 'https://maps.google.com/?cid=1' }],
    ['status'],
  ]
  for (const [name, input] of attempts) {
    const { status, problem } = await call(other.browser, name, input)
    expect([name, status, problem.code]).toEqual([name, 403, 'second_factor_required'])
  }
  expect((await call(other.browser, 'accounts.list')).status).toBe(200)
  await turnOn(other.browser)
  expect((await call(other.browser, 'keys.create', { name: 'Mine' })).status).toBe(200)
})

test('a passkey counts as the required second factor only for a person without a password', async () => {
  const { browser, personId, accountId } = await newOwner()
  const { redis } = await store()
  await redis.hset(redisKeys(accountId).profile, { requiresSecondFactor: new Date().toISOString() })
  await redis.hset(signInKeys.passkeys(personId), { credential: '{}' })
  expect((await call(browser, 'keys.list')).problem.code).toBe('second_factor_required')
  await removePassword(personId)
  expect((await call(browser, 'keys.list')).status).toBe(200)
  await redis.del(signInKeys.passkeys(personId))
  expect((await call(browser, 'keys.list')).problem.code).toBe('second_factor_required')
})

test('deleting an account needs its name and the password, tells the other members, and leaves the persons alone', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  const { data } = await call(owner.browser, 'accounts.create', { name: 'Acme Local' })
  await join(data.id, other.personId, 'viewer')
  await switchTo(owner.browser, data.id)
  const remove = (input: object) => call(owner.browser, 'account.delete', input)
  const pointer = async (input: object) => (await remove(input)).problem.errors[0].pointer
  expect(await pointer({ name: 'acme', password: goodPassword })).toBe('/name')
  expect(await pointer({ name: 'Acme Local', password: 'wrong password' })).toBe('/password')
  expect(await pointer({ name: 'Acme Local' })).toBe('/password')
  expect((await remove({ name: 'Acme Local', password: goodPassword })).status).toBe(200)

  const { subject, text } = await newestMail(other.email, 2)
  expect(subject).toBe('Acme Local was deleted')
  expect(text).toContain(`${owner.email} deleted the Pinref account Acme Local`)
  const { redis } = await store()
  expect(await redis.keys(`{${data.id}}:*`)).toEqual([])
  expect((await call(owner.browser, 'accounts.list')).data).toMatchObject({
    accounts: [{ id: owner.accountId }],
    current: null,
  })
  expect((await call(owner.browser, 'keys.list', undefined, data.id)).problem.code).toBe('account_switched')
  expect((await call(other.browser, 'accounts.list')).data.accounts).toMatchObject([{ id: other.accountId }])
})

test('a person who alone owns an account with other members is not deleted, and the message names the account', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  await call(owner.browser, 'account.rename', { name: 'Acme Local' })
  await join(owner.accountId, other.personId, 'member')
  const refused = await owner.browser.call('/delete-user', { body: { password: goodPassword } }).catch((error) => error)
  expect(refused).toMatchObject({ code: 'limit_reached', message: expect.stringContaining('only owner of Acme Local') })

  await join(owner.accountId, other.personId, 'owner')
  expect((await owner.browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
  await switchTo(other.browser, owner.accountId)
  expect((await call(other.browser, 'accounts.list')).data.current.id).toBe(owner.accountId)
})
