import { beforeAll, describe, expect, test, vi } from 'vitest'
import { copyData } from '@/server/features/account-data/data-copy'
import { readServerLog } from '@/server/features/audit/log'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { ownersPlace } from '../../support/new-account'
import { expectNoSecrets } from '../../support/secrets'
import { kindsOf, lastOf, logOf, mutate, person, query, userAgent } from './audit-log'
import { Browser, goodPassword, linkIn, newEmail, newestMail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

describe('the audit log', () => {
  test('records when API keys are created, rotated, or revoked, with the name but without the key itself', async () => {
    const { browser, accountId } = await person()
    const { data: first } = await mutate(browser, 'keys.createFirst')
    const { data: made } = await mutate(browser, 'keys.create', { name: 'Production' })
    const { data: rotated } = await mutate(browser, 'keys.rotate', { id: made.id, overlapDays: 1 })
    expect(Object.keys(rotated).sort()).toEqual(['id', 'key'])
    expect((await mutate(browser, 'keys.revoke', { id: rotated.id })).data).toBeUndefined()
    expect((await mutate(browser, 'keys.revoke', { id: rotated.id })).status).toBe(404)
    const log = await logOf(accountId)
    expect(log.slice(1)).toMatchObject([
      { kind: 'key-created', keyId: first.id, name: 'First key', userAgent },
      { kind: 'key-created', keyId: made.id, name: 'Production' },
      { kind: 'key-rotated', keyId: made.id, name: 'Production' },
      { kind: 'key-revoked', keyId: rotated.id, name: 'Production' },
    ])
    const [, event] = (await readServerLog({ count: 2 })).events
    expect(event).toMatchObject({ kind: 'key-rotated', keyId: made.id, account: accountId.slice(0, 6) })
    const server = JSON.stringify(await readServerLog({ count: 1_000 }))
    expect(server).not.toContain('Production')
    for (const text of [JSON.stringify(log), server]) {
      expectNoSecrets(text, {
        'a key': made.key.slice(28),
        'its successor': rotated.key.slice(28),
        'the address': browser.client.address,
      })
    }
  })

  test('records a plan change when billing is off, but not if the same plan is chosen', async () => {
    const { browser, accountId } = await person()
    await mutate(browser, 'plans.choose', { plan: 'growth' })
    await mutate(browser, 'plans.choose', { plan: 'growth' })
    expect((await logOf(accountId)).slice(1)).toMatchObject([
      { kind: 'plan-changed', from: 'starter', to: 'growth', by: 'person', person: { role: 'owner' }, userAgent },
    ])
  })

  test('records when an email is confirmed or changed, but never the whole email', async () => {
    const { browser, email, accountId } = await person()
    await browser.call(linkIn(await newestMail(email)))
    await browser.call(linkIn(await newestMail(email)))
    const next = `other.${newEmail()}`
    await browser.call('/change-email', { body: { newEmail: next } })
    await browser.call(linkIn(await newestMail(email, 2)))
    expect(await kindsOf(accountId)).toEqual(['signed-up', 'email-confirmed'])
    await browser.call(linkIn(await newestMail(next)))
    expect(await browser.signedInAs()).toBe(next)
    expect((await logOf(accountId)).slice(1)).toMatchObject([
      { kind: 'email-confirmed' },
      { kind: 'email-changed', from: 'p…@example.com', to: 'o…@example.com' },
    ])
    const all = JSON.stringify([await logOf(accountId), await readServerLog({ count: 1_000 })])
    expectNoSecrets(all, { 'the email': next, 'the former email': email })
  })

  test('records a change of an unconfirmed email', async () => {
    const { browser, accountId } = await person()
    await browser.call('/change-email', { body: { newEmail: `other.${newEmail()}` } })
    expect(await lastOf(accountId)).toMatchObject({
      kind: 'email-changed',
      from: 'p…@example.com',
      to: 'o…@example.com',
    })
  })

  test('records a password change and a password reset, without the passwords', async () => {
    const { browser, email, accountId } = await person()
    const wrong = { currentPassword: 'not this one', newPassword: 'a new password' }
    await browser.call('/change-password', { body: wrong })
    await browser.call('/change-password', { body: { ...wrong, currentPassword: goodPassword } })
    await browser.call('/request-password-reset', { body: { email } })
    const token = new URL(linkIn(await newestMail(email, 2))).searchParams.get('token')
    await new Browser().call('/reset-password', { body: { token, newPassword: 'a newer password' } })
    expect(await kindsOf(accountId)).toEqual(['signed-up', 'password-changed', 'password-reset'])
    expect(JSON.stringify(await logOf(accountId))).not.toMatch(/newe?r? password/)
  })

  test('records when a browser signs out others, and when the account’s data is downloaded', async () => {
    const { browser, email, accountId } = await person()
    await new Browser().signIn(email)
    const { person: own } = await copyData(await ownersPlace(accountId), accountId)
    await mutate(browser, 'devices.signOut', { id: own.signIn.sessions[0]?.id })
    await mutate(browser, 'devices.signOut', { id: 'unknown' })
    const here = new Browser()
    await here.signIn(email)
    await here.call('/revoke-other-sessions', { body: {} })
    await mutate(here, 'account.copy')
    expect((await kindsOf(accountId)).slice(2)).toEqual([
      'browser-signed-out',
      'signed-in',
      'others-signed-out',
      'data-downloaded',
    ])
  })
})

test('an owner’s copy of the data contains the account’s audit log and their own sign-in events', async () => {
  const { browser, email, accountId } = await person()
  await new Browser().signIn(email)
  await mutate(browser, 'keys.createFirst')
  const log = (await logOf(accountId)).reverse()
  const copy = await copyData(await ownersPlace(accountId), accountId)
  expect(copy.account?.activity).toEqual(log.filter(({ kind }) => kind === 'key-created'))
  expect(copy.person.accounts).toMatchObject([{ id: accountId, activity: copy.account?.activity }])
  expect(copy.person.activity).toEqual(log.filter(({ kind }) => kind !== 'key-created'))
})

test('deleting an account removes its audit log, and the operator’s log records the deletion', async () => {
  const { browser, personId, accountId } = await person()
  const { redis } = await store()
  expect(await kindsOf(accountId)).toEqual(['signed-up'])
  await browser.call('/delete-user', { body: { password: goodPassword } })
  await finishWork()
  expect(await redis.exists(redisKeys(accountId).audit)).toBe(0)
  expect((await readServerLog({ count: 2 })).events).toMatchObject([
    { kind: 'person-deleted', account: personId.slice(0, 6) },
    { kind: 'account-deleted', account: accountId.slice(0, 6), address: expect.stringMatching(/\.0\/24$/) },
  ])
})

test('an API key is created even if the audit log cannot be written, and the failure is logged', async () => {
  const { browser, accountId } = await person()
  await logOf(accountId)
  const { send } = await store()
  await send(['DEL', redisKeys(accountId).audit])
  await send(['SET', redisKeys(accountId).audit, 'no stream'])
  const { status, data } = await mutate(browser, 'keys.create', { name: 'Production' })
  expect([status, data.key]).toEqual([200, expect.stringMatching(/^pr_live_/)])
  await finishWork()
  expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('could not be added to the audit log'))
})

describe('an audit log page', () => {
  test.each([
    { cursor: 'x' },
    { cursor: '1-1; DEL audit' },
    { cursor: '9999999999999999999999-0' },
    { count: 0 },
    { count: 1_001 },
    { account: 'another' },
    { person: 'nobody' },
  ])('gets 400 for %j', async (input) => {
    const { browser } = await person()
    expect((await query(browser, 'account.activity', input)).status).toBe(400)
  })

  test('shows users only their own account’s log, and not the operator’s log', async () => {
    const [one, other] = [await person(), await person()]
    await mutate(one.browser, 'keys.create', { name: 'Mine alone' })
    await finishWork()
    const { status, body } = await query(other.browser, 'account.activity', {})
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('Mine alone')])
    expect((await query(new Browser(), 'account.activity', {})).status).toBe(401)
    expect((await query(other.browser, 'operator.activity', {})).status).toBe(404)
  })
})
