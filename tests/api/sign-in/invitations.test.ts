import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { readServerLog } from '@/server/features/audit/log'
import { join, showInvitation } from '@/server/features/members/join'
import { readMemberships } from '@/server/features/sign-in/adapter/memberships'
import { signedInPerson } from '@/server/features/sign-in/session'
import { addInvitation } from '@/server/metering/access/invitations'
import { limits } from '@/server/metering/access/limits'
import type { Role } from '@/server/metering/access/members'
import { writeProfile } from '@/server/metering/access/profile'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { newPerson as newStoredPerson, ownerOf } from '../../support/new-account'
import { logOf } from './audit-log'
import { Browser, confirmByMail, goodPassword, newEmail } from './browser'
import { atGithub, githubSettings, newPerson, signInForPage, standInForGithub } from './github'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example', ...githubSettings })
standInForGithub()
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterAll(() => mailServer.stop())

/** Calls a dashboard procedure. Returns the data, or the code of the error. */
async function call(browser: Browser, procedure: string, input?: object) {
  const isQuery = procedure === 'members.list' || procedure === 'keys.list'
  const request = new Request(`https://pinref.example/api/trpc/${procedure}`, {
    method: isQuery ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', cookie: browser.cookieHeader() },
    ...(!isQuery && { body: JSON.stringify(input ?? {}) }),
  })
  const { result, error } = await (await handleApi(request, browser.client)).json()
  return { data: result?.data, code: error?.data.problem.code as string | undefined }
}

const personIn = (browser: Browser) => signedInPerson(new Headers({ cookie: browser.cookieHeader() }))

/** Someone who has signed up, confirmed, and owns an account on a plan for ten members. */
async function newOwner() {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  await confirmByMail(browser, await mailServer.newestFor(email))
  const accountId = (await personIn(browser))?.member?.accountId ?? ''
  await writeProfile(accountId, { plan: 'growth', name: 'Acme' })
  return { browser, email, accountId }
}

/** Invites an email. @returns the token in the emailed link. */
async function invited(owner: Browser, email: string, role: Role = 'member', mails = 1): Promise<string> {
  expect(await call(owner, 'members.invite', { email, role })).toEqual({ data: { link: null } })
  const { text } = await mailServer.newestFor(email, mails)
  return /https:\/\/pinref\.example\/invitation\/(\w+)/.exec(text)?.[1] ?? ''
}

const signUpWith = (browser: Browser, token: string, email: string) =>
  browser.call('/sign-up/email', {
    body: { name: '', email, password: goodPassword, callbackURL: `/invitation/${token}` },
  })

/** A new person who joins an account. */
async function newMember(owner: Browser, role: Role) {
  const [browser, email] = [new Browser(), newEmail()]
  const token = await invited(owner, email, role)
  await signUpWith(browser, token, email)
  await call(browser, 'members.accept', { token })
  await browser.signIn(email)
  return { browser, email, personId: (await personIn(browser))?.personId ?? '' }
}

describe('an emailed invitation', () => {
  test('confirms the email of the person who signs up with it, and creates no other account', async () => {
    const { browser: owner, email: by, accountId } = await newOwner()
    const [browser, email] = [new Browser(), newEmail()]
    const token = await invited(owner, email, 'viewer')
    expect(await showInvitation(token)).toMatchObject({
      accountName: 'Acme',
      inviter: by,
      email,
      role: 'viewer',
      end: null,
    })
    expect((await signUpWith(browser, token, email)).json?.token).toEqual(expect.any(String))
    const person = await personIn(browser)
    expect(person).toMatchObject({ email, emailVerified: true, member: null })
    expect(await readMemberships(person?.personId ?? '')).toEqual([])
    expect(await call(browser, 'members.accept', { token })).toEqual({ data: { accountId } })
    const again = new Browser()
    await again.signIn(email)
    expect(await personIn(again)).toMatchObject({ member: { accountId, role: 'viewer' } })
    expect(await showInvitation(token)).toMatchObject({ end: 'accepted', memberId: person?.personId })
  })

  test('proves nothing about another email, or if the owner has seen the link', async () => {
    const { browser: owner, accountId } = await newOwner()
    const token = await invited(owner, newEmail())
    const other = newEmail()
    expect((await signUpWith(new Browser(), token, other)).json?.token).toBeNull()
    const copied = newEmail()
    const by = await ownerOf(accountId)
    const added = { email: copied, role: 'member', by, isMailed: false, formerId: null } as const
    const { token: seen } = await addInvitation(accountId, added)
    const browser = new Browser()
    expect((await signUpWith(browser, seen, copied)).json?.token).toBeNull()
    // The usual confirmation follows, but no account of their own.
    await confirmByMail(browser, await mailServer.newestFor(copied))
    expect(await personIn(browser)).toMatchObject({ email: copied, emailVerified: true, member: null })
  })

  test('leads a person who signs up through GitHub to the account, without another one', async () => {
    const { browser: owner, accountId } = await newOwner()
    const { email } = newPerson()
    const token = await invited(owner, email, 'owner')
    const browser = new Browser()
    const { headers } = await signInForPage(browser, `/invitation/${token}`)
    expect(headers.get('location')).toBe(`/invitation/${token}`)
    expect(await personIn(browser)).toMatchObject({ email: atGithub.person.email, member: null })
    expect(await call(browser, 'members.accept', { token })).toEqual({ data: { accountId } })
  })

  test('is not accepted with another email, an unconfirmed one, or a second time', async () => {
    const { browser: owner } = await newOwner()
    const { browser: stranger } = await newOwner()
    const { browser, email } = await newOwner()
    const token = await invited(owner, email, 'member', 2)
    expect((await call(stranger, 'members.accept', { token })).code).toBe('invalid_request')
    const personId = await newStoredPerson({ email, emailVerified: false })
    const unconfirmed = { personId, member: null, name: '', email, emailVerified: false }
    await expect(join(token, unconfirmed)).rejects.toThrow('Confirm your email first')
    expect((await call(browser, 'members.accept', { token })).code).toBeUndefined()
    const { json } = await signUpWith(new Browser(), token, email)
    expect(json?.token).toBeNull()
    expect((await call(stranger, 'members.accept', { token: 'x'.repeat(38) })).code).toBe('invalid_request')
  })

  test('to an email with an account looks like one to an unknown email, and tells only its reader to sign in', async () => {
    const { browser: owner } = await newOwner()
    const { email: existing } = await newOwner()
    const unknown = newEmail()
    const texts: string[] = []
    for (const [email, mails] of [
      [existing, 2],
      [unknown, 1],
    ] as const) {
      const token = await invited(owner, email, 'member', mails)
      const { text } = await mailServer.newestFor(email, mails)
      texts.push(
        text
          .slice(text.indexOf('Subject:'))
          .replaceAll(token, '')
          .replace(/^(?:Message-ID|Date):.*$/gm, ''),
      )
      if (email === existing) {
        const { status, json } = await signUpWith(new Browser(), token, email)
        expect([status, json?.code]).toEqual([403, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])
      }
    }
    expect(texts[0]).toBe(texts[1])
    const { data } = await call(owner, 'members.list')
    expect(data.invitations.map((one: object) => Object.keys(one).sort())).toEqual(
      Array(2).fill(['created', 'email', 'expires', 'id', 'isExpired', 'role']),
    )
  })

  test('is refused over the recipient’s limit, whichever account sends it, and for a member', async () => {
    const email = newEmail()
    const owners = [await newOwner(), await newOwner()]
    const [one, other] = owners.map(({ browser }) => browser) as [Browser, Browser]
    const { max } = limits.invitationsToRecipient
    for (let sent = 1; sent <= max; sent++) await invited(sent % 2 ? one : other, email, 'member', sent)
    for (const browser of [one, other]) {
      expect((await call(browser, 'members.invite', { email, role: 'member' })).code).toBe('too_many_requests')
    }
    expect((await call(one, 'members.invite', { email: owners[0]?.email, role: 'viewer' })).code).toBe(
      'invalid_request',
    )
    expect((await call(one, 'members.invite', { email: 'nobody', role: 'viewer' })).code).toBe('invalid_request')
  })
})

describe('a member', () => {
  test('loses the rights of a previous role with the next call, and gets an email', async () => {
    const { browser: owner } = await newOwner()
    const { browser, email, personId } = await newMember(owner, 'member')
    expect((await call(browser, 'keys.create', { name: 'Mine' })).code).toBeUndefined()
    expect((await call(browser, 'members.changeRole', { personId, role: 'owner' })).code).toBe('role_not_allowed')
    await call(owner, 'members.changeRole', { personId, role: 'viewer' })
    expect((await call(browser, 'keys.create', { name: 'More' })).code).toBe('role_not_allowed')
    expect((await call(browser, 'keys.list')).data).toHaveLength(1)
    expect((await mailServer.newestFor(email, 2)).text).toContain('changed your role to viewer')
  })

  test('who is removed is out with the next call, gets an email, and leaves the keys', async () => {
    const { browser: owner, accountId } = await newOwner()
    const { browser, email, personId } = await newMember(owner, 'member')
    await call(browser, 'keys.create', { name: 'Mine' })
    await call(owner, 'members.remove', { personId })
    for (const procedure of ['keys.list', 'members.list']) {
      expect((await call(browser, procedure)).code).toBe('account_switched')
    }
    expect((await mailServer.newestFor(email, 2)).text).toContain('removed you from the account')
    expect((await call(owner, 'keys.list')).data).toHaveLength(1)
    expect(await readMemberships(personId)).toEqual([])
    expect((await personIn(browser))?.member).toBeNull()
    expect((await logOf(accountId)).slice(-4)).toMatchObject(
      ['member-invited', 'member-joined', 'key-created', 'member-removed'].map((kind) => ({ kind })),
    )
  })

  test('may leave, unless no owner or no one would remain', async () => {
    const { browser: owner, accountId } = await newOwner()
    expect((await call(owner, 'members.leave')).code).toBe('limit_reached')
    const { browser } = await newMember(owner, 'viewer')
    expect((await call(owner, 'members.leave')).code).toBe('limit_reached')
    expect((await call(browser, 'members.leave')).code).toBeUndefined()
    expect((await call(browser, 'members.list')).code).toBe('account_switched')
    expect((await logOf(accountId)).at(-1)).toMatchObject({
      kind: 'member-left',
      member: expect.stringMatching(/^p…@/),
    })
    expect(JSON.stringify((await readServerLog({ count: 50 })).events)).not.toMatch(/person\d+@/)
  })
})
