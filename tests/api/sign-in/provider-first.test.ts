import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { Browser, newEmail } from './browser'
import { atGithub, githubSettings, newPerson, signInWithGithub, standInForGithub } from './github'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, ...githubSettings })
standInForGithub()
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterAll(() => mailServer.stop())

/** Signs a stranger up with an email that they cannot confirm, and returns the email. */
async function strangerSignsUp(): Promise<string> {
  const email = newEmail()
  await new Browser().signUp(email)
  await mailServer.newestFor(email, 1)
  return email
}

test('a GitHub sign-in with a confirmed email replaces a stranger’s unconfirmed sign-up', async () => {
  const email = await strangerSignsUp()
  newPerson(email)
  const owner = new Browser()
  await signInWithGithub(owner)
  expect(await owner.signedInAs()).toBe(email)
  expect((await new Browser().signIn(email)).json?.code).toBe('INVALID_EMAIL_OR_PASSWORD')
})

test('a GitHub sign-in with an unconfirmed email does not replace a sign-up', async () => {
  const email = await strangerSignsUp()
  newPerson(email)
  atGithub.person.verified = false
  const claimant = new Browser()
  await signInWithGithub(claimant)
  expect(await claimant.signedInAs()).toBeNull()
  expect((await new Browser().signIn(email)).json?.code).toBe('EMAIL_NOT_VERIFIED')
})
