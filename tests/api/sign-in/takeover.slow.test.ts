import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { Browser, confirmByMail, linkIn, newEmail } from './browser'
import { atGithub, githubSettings, newPerson, signInWithGithub, standInForGithub } from './github'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example', ...githubSettings })
standInForGithub()
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterAll(() => mailServer.stop())

/** Signs someone up, and confirms the email. */
async function person(email = newEmail(), count = 1) {
  const browser = new Browser()
  await browser.signUp(email)
  await confirmByMail(browser, await mailServer.newestFor(email, count))
  expect(await browser.signedInAs()).toBe(email)
  return { browser, email }
}

const mailsTo = async (email: string) => {
  await finishWork()
  return mailServer.received.filter(({ to }) => to.includes(email)).length
}

/** Requests an email change, and returns the link that the current address gets. */
async function firstLink({ browser, email }: { browser: Browser; email: string }, newEmail: string) {
  const count = await mailsTo(email)
  const { status } = await browser.call('/change-email', { body: { newEmail, callbackURL: '/account' } })
  expect(status).toBe(200)
  return linkIn(await mailServer.newestFor(email, count + 1))
}

/** Requests an email change, opens the first link, and returns the link that the new address gets. */
async function secondLink(owner: { browser: Browser; email: string }, newEmail: string) {
  const count = await mailsTo(newEmail)
  expect((await owner.browser.call(await firstLink(owner, newEmail))).status).toBe(302)
  return linkIn(await mailServer.newestFor(newEmail, count + 1))
}

/** The path and the error of the page that a link opens. */
async function opened(browser: Browser, link: string) {
  const { status, headers } = await browser.call(link)
  const page = new URL(headers.get('location') ?? '', 'https://pinref.example')
  return [status, page.pathname, page.searchParams.get('error')]
}

const otherAccount = [302, '/account', 'INVALID_USER']

describe('someone who requests to change their email to another person’s', () => {
  test.each([
    ['signs up', (email: string) => person(email, 2).then(({ browser }) => browser)],
    [
      'signs in with GitHub',
      async (email: string) => {
        newPerson(email)
        const browser = new Browser()
        await signInWithGithub(browser)
        return browser
      },
    ],
  ])('gets neither the email nor the account if that person then %s', async (_, arrive) => {
    const thief = await person()
    const victimEmail = newEmail()
    const link = await secondLink(thief, victimEmail)
    const victim = await arrive(victimEmail)
    expect(await victim.signedInAs()).toBe(victimEmail)
    expect(await opened(victim, link)).toEqual(otherAccount)
    expect((await thief.browser.call(link)).status).toBe(403)
    expect([await victim.signedInAs(), await thief.browser.signedInAs()]).toEqual([victimEmail, thief.email])
    expect((await new Browser().signIn(thief.email)).json?.user?.email).toBe(thief.email)
  })

  test('cannot use a link in another account’s session', async () => {
    const [owner, bystander] = [await person(), await person()]
    const after = newEmail()
    const first = await firstLink(owner, after)
    expect(await opened(bystander.browser, first)).toEqual(otherAccount)
    expect(await mailsTo(after)).toBe(0)
    const second = await secondLink(owner, after)
    expect(await opened(bystander.browser, second)).toEqual(otherAccount)
    expect([await bystander.browser.signedInAs(), await owner.browser.signedInAs()]).toEqual([
      bystander.email,
      owner.email,
    ])
  })
})

test('of two requested email changes, the links of the second stop working once the first is complete', async () => {
  const owner = await person()
  const [one, other] = [newEmail(), newEmail()]
  const links = [await firstLink(owner, other), await secondLink(owner, other)]
  expect(await opened(owner.browser, await secondLink(owner, one))).toEqual([302, '/account', null])
  expect(await owner.browser.signedInAs()).toBe(one)
  const count = await mailsTo(other)
  for (const link of links) {
    expect(await opened(owner.browser, link)).toEqual([302, '/account', 'INVALID_TOKEN'])
  }
  expect([await owner.browser.signedInAs(), await mailsTo(other)]).toEqual([one, count])
})

test('a stranger’s unconfirmed sign-up does not keep an email from someone who changes to it', async () => {
  const owner = await person()
  const wanted = newEmail()
  await new Browser().signUp(wanted)
  await mailServer.newestFor(wanted)
  const link = await secondLink(owner, wanted)
  await new Browser().signUp(wanted, 'the password of a thief')
  await mailServer.newestFor(wanted, 3)
  expect(await opened(owner.browser, link)).toEqual([302, '/account', null])
  expect(await owner.browser.signedInAs()).toBe(wanted)
  expect((await new Browser().signIn(wanted, 'the password of a thief')).status).toBe(401)
})

describe('a GitHub account', () => {
  test('opens its own Pinref account, whatever email it has at GitHub or Pinref has for someone else', async () => {
    const { email: before } = newPerson()
    const thief = new Browser()
    await signInWithGithub(thief)
    const { id: thiefId } = atGithub.person
    const victim = await person()
    // The email at GitHub changes to the victim's, as if GitHub had confirmed it.
    newPerson(victim.email)
    atGithub.person.id = thiefId
    const again = new Browser()
    await signInWithGithub(again)
    expect(await again.signedInAs()).toBe(before)
    expect(await victim.browser.signedInAs()).toBe(victim.email)
  })

  test('does not open the account that had its email before', async () => {
    const { email: before, id: ownerId } = newPerson()
    const browser = new Browser()
    await signInWithGithub(browser)
    const after = newEmail()
    expect(await opened(browser, await secondLink({ browser, email: before }, after))).toEqual([302, '/account', null])
    newPerson(before)
    const next = new Browser()
    await signInWithGithub(next)
    expect(await next.signedInAs()).toBe(before)
    newPerson(before)
    atGithub.person.id = ownerId
    const owner = new Browser()
    await signInWithGithub(owner)
    expect(await owner.signedInAs()).toBe(after)
  })
})

describe('a session that someone else planted in a browser', () => {
  test.each([
    ['a password', async (browser: Browser, email: string) => void (await browser.signIn(email))],
    [
      'GitHub',
      async (browser: Browser, email: string) => {
        newPerson(email)
        await signInWithGithub(browser)
      },
    ],
  ])('is replaced when its owner signs in with %s, and stays its planter’s', async (_, signIn) => {
    const [thief, victim] = [await person(), await person()]
    const browser = new Browser()
    for (const [name, value] of thief.browser.cookies) browser.cookies.set(name, value)
    expect(await browser.signedInAs()).toBe(thief.email)
    await signIn(browser, victim.email)
    expect(await browser.signedInAs()).toBe(victim.email)
    expect(await thief.browser.signedInAs()).toBe(thief.email)
  })
})
