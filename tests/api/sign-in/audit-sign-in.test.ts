import { describe, expect, test } from 'vitest'
import { readServerLog } from '@/server/features/audit/log'
import { withStore } from '../../access/environment'
import { Authenticator } from '../../support/authenticator'
import { accountOf } from '../../support/new-account'
import { totp } from '../../support/totp'
import { kindsOf, logOf, person, userAgent } from './audit-log'
import { Browser, goodPassword } from './browser'
import { githubSettings, newPerson, signInWithGithub, standInForGithub } from './github'
import {
  advanceClock,
  enable,
  holdTheClock,
  sendCode,
  sendRecoveryCode,
  signInUpToCode,
  withSecondFactor,
} from './two-step'

withStore(githubSettings)
holdTheClock()
standInForGithub()

describe('the audit log', () => {
  test('records sign-ups and sign-ins, with the network, the method, and the browser', async () => {
    const { email, accountId } = await person()
    const elsewhere = new Browser()
    elsewhere.client = { address: '203.0.113.77' }
    const body = { email, password: goodPassword }
    await elsewhere.call('/sign-in/email', { body, headers: { 'user-agent': userAgent } })
    expect(await logOf(accountId)).toMatchObject([
      {
        kind: 'signed-up',
        by: 'person',
        person: { name: 'Ada', role: null },
        address: expect.stringMatching(/^198\.51\.\d+\.0\/24$/),
      },
      { kind: 'signed-in', method: 'password', address: '203.0.113.0/24', userAgent },
    ])
  })

  test('does not record attempts with a wrong password', async () => {
    const { email, accountId } = await person()
    await new Browser().signIn(email, 'a wrong guess')
    expect(await kindsOf(accountId)).toEqual(['signed-up'])
  })

  test('records when the second factor is turned on or off, each sign-in with it, and new recovery codes', async () => {
    const { browser, email, personId, secret, recoveryCodes } = await withSecondFactor()
    const accountId = await accountOf(personId)
    expect(await kindsOf(accountId)).toEqual(['signed-up', 'two-step-on'])

    const other = await signInUpToCode(email)
    expect(await kindsOf(accountId)).toEqual(['signed-up', 'two-step-on'])
    await sendCode(other, totp(secret), true)
    advanceClock(60)
    // A trusted browser needs only the password.
    await other.signIn(email)
    await sendRecoveryCode(await signInUpToCode(email), recoveryCodes[0] ?? '')
    await browser.call('/two-factor/generate-backup-codes', { body: { password: goodPassword } })
    await browser.call('/two-factor/disable', { body: { password: goodPassword } })
    expect((await logOf(accountId)).slice(2)).toMatchObject([
      { kind: 'signed-in', method: 'code' },
      { kind: 'signed-in', method: 'password' },
      { kind: 'signed-in', method: 'recovery-code' },
      { kind: 'recovery-codes-made' },
      { kind: 'two-step-off' },
    ])
  })

  test('does not record a second factor that was set up but not turned on', async () => {
    const { browser, accountId } = await person()
    await enable(browser)
    expect(await kindsOf(accountId)).toEqual(['signed-up'])
  })

  test('records when passkeys are added, used, or removed, with their names only in the account’s own log', async () => {
    const { browser, accountId } = await person()
    const device = new Authenticator()
    const here = { origin: 'http://localhost:3000', rpId: 'localhost' }
    const challengeOf = async (by: Browser, kind: 'register' | 'authenticate') =>
      JSON.parse((await by.call(`/passkey/generate-${kind}-options`)).text) as { challenge: string }
    const response = device.create({ ...(await challengeOf(browser, 'register')), ...here })
    const added = await browser.call('/passkey/verify-registration', {
      body: { response, name: 'Laptop', password: goodPassword },
    })
    expect(added.status).toBe(200)
    const other = new Browser()
    const answer = device.get({ ...(await challengeOf(other, 'authenticate')), ...here })
    await other.call('/passkey/verify-authentication', { body: { response: answer } })
    const { id } = JSON.parse(added.text) as { id: string }
    await browser.call('/passkey/delete-passkey', { body: { id, password: goodPassword } })
    expect((await logOf(accountId)).slice(1)).toMatchObject([
      { kind: 'passkey-added', name: 'Laptop' },
      { kind: 'signed-in', method: 'passkey' },
      { kind: 'passkey-removed' },
    ])
    expect(JSON.stringify(await readServerLog({ count: 10 }))).not.toContain('Laptop')
  })

  test('records when GitHub is added as a sign-in method, and each GitHub sign-in, without the email', async () => {
    const { email } = newPerson()
    const browser = new Browser()
    await signInWithGithub(browser)
    await signInWithGithub(new Browser())
    const accountId = await accountOf((await browser.call('/get-session')).json?.user?.id ?? '')
    expect(await logOf(accountId)).toMatchObject([
      { kind: 'signed-up' },
      { kind: 'method-added', method: 'github' },
      { kind: 'signed-in', method: 'github' },
      { kind: 'signed-in', method: 'github' },
    ])
    expect(JSON.stringify(await logOf(accountId))).not.toContain(email)
  })
})
