import { beforeAll, describe, expect, test, vi } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import type { AccountsPage } from '@/server/features/account-data/listed-accounts'
import { readAccountLog, readServerLog } from '@/server/features/audit/log'
import type { ApiKey } from '@/server/metering/access/key-list'
import { limits } from '@/server/metering/access/limits'
import { memberText } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { accountOf, ownersPlace } from '../../support/new-account'
import { Browser, goodPassword, linkIn, newEmail, newestMail } from './browser'

const operatorEmail = 'olga@example.net'
withStore({ OPERATOR_EMAILS: operatorEmail, BURST_LIMIT: '100' })
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

/** Calls a dashboard procedure, as a mutation if there is input. */
async function ask(browser: Browser, procedure: string, input?: unknown) {
  const request = new Request(`http://localhost:3000/api/trpc/${procedure}`, {
    method: input === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', cookie: browser.cookieHeader() },
    ...(input !== undefined && { body: JSON.stringify(input) }),
  })
  const response = await handleApi(request, browser.client)
  const { result, error } = await response.json()
  return { status: response.status, data: result?.data, code: error?.data.problem.code }
}

async function callWithKey(key: string) {
  const headers = { 'x-api-key': key }
  const request = new Request('http://localhost:3000/api/convert', { method: 'POST', headers, body: '{"cid":"1"}' })
  const response = await handleApi(request, { address: '192.0.2.1' })
  return { status: response.status, code: (await response.json()).code }
}

async function person(email = newEmail()) {
  const browser = new Browser()
  const personId = (await browser.signUp(email)).json?.user?.id ?? ''
  return { browser, email, personId, accountId: await accountOf(personId) }
}

let operator: Browser
beforeAll(async () => {
  const { browser } = await person(operatorEmail)
  await browser.call(linkIn(await newestMail(operatorEmail)))
  operator = browser
})

async function found(find: string): Promise<AccountsPage['accounts']> {
  await finishWork()
  const { status, data } = await ask(operator, 'operator.accounts', { find })
  expect(status).toBe(200)
  return data.accounts
}

const reason = 'Calls from 900 networks'
const suspend = (account: string) => ask(operator, 'operator.suspend', { account, reason })
const resume = (account: string) => ask(operator, 'operator.resume', { account })

describe('an operator', () => {
  test('finds an account by email, id, or API key, and shows its last activity', async () => {
    const { browser, email, accountId } = await person()
    const { data } = await ask(browser, 'keys.create', { name: 'Production' })
    const [account] = await found(email)
    expect(account).toMatchObject({ id: accountId, email, confirmed: false, plan: 'starter', callsThisMonth: 0 })
    expect(Math.abs((account?.lastSeen ?? 0) - Date.now() / 1000)).toBeLessThan(60)
    expect(await found(accountId)).toEqual([account])
    expect(await found(data.key)).toEqual([account])
    expect(await found(operatorEmail)).toMatchObject([{ confirmed: true }])
  })

  test('finds an account only by its current email, and not after it is deleted', async () => {
    const { browser, email, accountId } = await person()
    const next = `moved.${email}`
    await browser.call('/change-email', { body: { newEmail: next } })
    expect(await found(email)).toEqual([])
    expect(await found(next)).toMatchObject([{ id: accountId, email: next }])
    await browser.call('/delete-user', { body: { password: goodPassword } })
    expect(await found(next)).toEqual([])
    expect(await found(accountId)).toEqual([])
    expect((await suspend(accountId)).code).toBe('account_not_found')
    const moved = await ask(operator, 'operator.changePlan', { account: accountId, plan: 'growth' })
    expect([moved.status, moved.code]).toEqual([404, 'account_not_found'])
  })

  test('changes an account’s plan, which both audit logs record', async () => {
    const { browser, email, accountId } = await person()
    const give = (plan: string) => ask(operator, 'operator.changePlan', { account: accountId, plan })
    expect((await give('scale')).status).toBe(200)
    expect((await give('scale')).status).toBe(200)
    expect((await give('golden')).code).toBe('invalid_request')
    expect((await found(email))[0]).toMatchObject({ plan: 'scale' })
    expect((await ask(browser, 'plans.current')).data).toMatchObject({ plan: 'scale' })
    const { events } = await readAccountLog(await ownersPlace(accountId), { count: 10 })
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({ kind: 'plan-changed', from: 'starter', to: 'scale', by: 'operator', address: '' })
    const [event] = (await readServerLog({ count: 1 })).events
    expect(event).toMatchObject({ kind: 'plan-changed', by: 'operator', operator: 'o…@example.net' })
    expect(event?.address).toMatch(/^198\.51\.\d+\.0\/24$/)
  })

  test('sees an account’s members, keys, calls, and errors by code on its page, but no secrets or lookups', async () => {
    const { browser, email, accountId } = await person()
    const { data: key } = await ask(browser, 'keys.create', { name: 'Production', monthlyLimit: 4 })
    await ask(browser, 'keys.create', { name: 'Staging', test: true })
    const call = async (operation: string, body: object) => {
      const headers = { 'x-api-key': key.key, 'content-type': 'application/json' }
      const url = `http://localhost:3000/api/${operation}`
      const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await handleApi(request, { address: '192.0.2.1' })
      return (await response.json()).code ?? response.status
    }
    const item = (link: string) => ({ operation: 'resolve', url: link })
    const codes = [
      await call('convert', { cid: '1' }),
      await call('resolve', { url: 'https://shop.example/secret' }),
      // Input that doesn't match the schema is never counted.
      await call('convert', { cid: 17 }),
      await call('batch', {
        items: [{ operation: 'convert', cid: '2' }, item('https://shop.example'), item('https://www.google.com/maps')],
      }),
      await call('convert', { cid: '3' }),
      await call('convert', { cid: '4' }),
      await call('convert', { cid: '5' }),
    ]
    expect(codes).toEqual([200, 'unsupported_link', 'invalid_cid', 200, 200, 200, 'key_quota_exhausted'])
    await ask(browser, 'listings.resolve', { url: 'https://shop.example/secret' })
    const colleague = await person()
    const { redis } = await store()
    const since = Date.parse('2100-01-01T00:00:00Z') / 1000
    await redis.hset(redisKeys(accountId).members, { [colleague.personId]: memberText({ role: 'viewer', since }) })
    await suspend(accountId)
    await finishWork()

    const path = `operator.account?input=${encodeURIComponent(JSON.stringify({ account: accountId }))}`
    const { status, data } = await ask(operator, path)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      account: { id: accountId, email, plan: 'starter', callsThisMonth: 4, suspended: { reason } },
      quota: 1_000,
      members: [
        { email, role: 'owner', since: expect.stringContaining('T') },
        { personId: colleague.personId, email: colleague.email, role: 'viewer', since: '2100-01-01T00:00:00.000Z' },
      ],
      omittedMembers: 0,
      google: [],
    })
    const keys = data.keys.map(({ name, test, monthlyLimit, callsThisMonth, callsLeft, start, end }: ApiKey) => {
      return { name, test, monthlyLimit, callsThisMonth, callsLeft, text: start === key.key.slice(0, 28) && end }
    })
    expect(keys.toSorted((a: ApiKey, b: ApiKey) => a.name.localeCompare(b.name))).toEqual([
      {
        name: 'Production',
        test: false,
        monthlyLimit: 4,
        callsThisMonth: 4,
        callsLeft: 0,
        text: key.key.slice(-4),
      },
      { name: 'Staging', test: true, monthlyLimit: null, callsThisMonth: 0, callsLeft: null, text: false },
    ])
    expect(data.calls).toEqual({
      days: [{ date: new Date().toISOString().slice(0, 10), ok: 4, failed: 4, rejected: 1 }],
      errors: expect.toSatisfy((errors: Array<{ code: string; count: number }>) => {
        const counts = Object.fromEntries(errors.map(({ code, count }) => [code, count]))
        expect(counts).toEqual({ unsupported_link: 3, no_listing_in_link: 1, key_quota_exhausted: 1 })
        return errors[0]?.code === 'unsupported_link'
      }),
    })
    const { data: copy } = await ask(browser, 'account.copy', {})
    const day = new Date().getUTCDate()
    expect(copy.account.usage[0].errors).toContainEqual({ day, code: 'no_listing_in_link', count: 1 })
    const kinds = data.activity.map(({ kind }: { kind: string }) => kind)
    // Its members' sign-ins are theirs.
    expect(kinds).toEqual(['suspended', 'key-created', 'key-created'])
    const text = JSON.stringify(data)
    for (const secret of [key.key, key.key.slice(28), 'shop.example', goodPassword]) expect(text).not.toContain(secret)
    expect(JSON.stringify(data.activity)).not.toMatch(/Production|900 networks|Mozilla/)
  })

  test('gets 404 for the page of an account that does not exist', async () => {
    const input = encodeURIComponent(JSON.stringify({ account: 'a'.repeat(16) }))
    const answer = await ask(operator, `operator.account?input=${input}`)
    expect(answer).toMatchObject({ status: 404, code: 'account_not_found' })
  })

  test('suspends an account, blocking its API keys, lookups, and plan changes, and resumes it; both actions are logged', async () => {
    const { browser, email, accountId } = await person()
    const { data } = await ask(browser, 'keys.create', { name: 'Production' })
    expect((await callWithKey(data.key)).status).toBe(200)
    expect((await suspend(accountId)).status).toBe(200)
    expect(await callWithKey(data.key)).toEqual({ status: 403, code: 'account_suspended' })
    const refused: Array<[string, unknown]> = [
      ['listings.resolve', { url: 'https://maps.google.com/?cid=9000000000000000001' }],
      ['listings.convert', { cid: '1' }],
      ['keys.create', { name: 'Another' }],
      ['keys.createFirst', {}],
      ['keys.rotate', { id: data.id, overlapDays: 0 }],
      ['plans.choose', { plan: 'growth' }],
    ]
    for (const [procedure, input] of refused) {
      const { status, code } = await ask(browser, procedure, input)
      expect([procedure, status, code]).toEqual([procedure, 403, 'account_suspended'])
    }
    const suspended = { since: expect.stringContaining('T'), reason, by: 'o…@example.net' }
    expect((await found(email))[0]).toMatchObject({ callsThisMonth: 1, suspended })

    expect((await resume(accountId)).status).toBe(200)
    expect((await resume(accountId)).status).toBe(200)
    expect((await callWithKey(data.key)).status).toBe(200)
    expect((await ask(browser, 'listings.convert', { cid: '1' })).status).toBe(200)
    await finishWork()
    const { events } = await readAccountLog(await ownersPlace(accountId), { count: 2 })
    expect(events).toMatchObject([
      { kind: 'resumed', by: 'operator', address: '', userAgent: '' },
      { kind: 'suspended', by: 'operator', address: '', userAgent: '' },
    ])
    expect(JSON.stringify(events)).not.toMatch(/example\.net|900 networks/)
    expect((await readServerLog({ count: 2 })).events).toMatchObject([
      { kind: 'resumed', account: accountId.slice(0, 6), operator: 'o…@example.net' },
      { kind: 'suspended', reason, account: accountId.slice(0, 6), operator: 'o…@example.net' },
    ])
  })
})

test('a suspended account’s owner can still read, export, and delete data, cancel a paid plan, and delete the account', async () => {
  const { browser, email, accountId } = await person()
  const { data: key } = await ask(browser, 'keys.create', { name: 'Production' })
  await ask(browser, 'plans.choose', { plan: 'growth' })
  const lines = { data: '["ChIJrRMgU7ZhLxMRxAOFkC7I8Sg"]', start: 'later' }
  const { data: batch } = await ask(browser, 'batches.create', lines)
  await suspend(accountId)
  const again = new Browser()
  expect((await again.signIn(email)).status).toBe(200)
  for (const query of ['keys.list', 'usage.months', 'plans.current', 'status', 'account.activity?input=%7B%7D']) {
    expect([query, (await ask(again, query)).status]).toEqual([query, 200])
  }
  const ofBatch = (procedure: string) => `${procedure}?input=${encodeURIComponent(JSON.stringify({ id: batch.id }))}`
  expect((await ask(again, 'batches.list?input=%7B%7D')).data.batches).toMatchObject([{ id: batch.id }])
  expect((await ask(again, ofBatch('batches.get'))).data).toMatchObject({ id: batch.id, state: 'receiving' })
  expect((await ask(again, ofBatch('batches.listResults'))).status).toBe(200)
  for (const [procedure, input] of [
    ['batches.create', lines],
    ['batches.start', { id: batch.id }],
  ] as const) {
    expect(await ask(again, procedure, input)).toMatchObject({ status: 403, code: 'account_suspended' })
  }
  expect((await ask(again, 'batches.cancel', { id: batch.id })).status).toBe(200)
  expect((await ask(again, 'batches.delete', { id: batch.id })).data).toEqual({ id: batch.id, deleted: true })
  const { data: copy } = await ask(again, 'account.copy', {})
  expect(copy.account).toMatchObject({ suspended: expect.stringContaining('T') })
  expect(JSON.stringify(copy)).not.toContain(reason)
  expect((await ask(again, 'keys.rename', { id: key.id, name: 'Old' })).status).toBe(200)
  expect((await ask(again, 'keys.revoke', { id: key.id })).status).toBe(200)
  expect((await ask(again, 'plans.choose', { plan: 'starter' })).status).toBe(200)
  expect((await again.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
  expect(await browser.signedInAs()).toBeNull()
})

test('a suspended account’s owner can download batch results, within the burst limit for their network', async () => {
  const { browser, accountId } = await person()
  const { data: batch } = await ask(browser, 'batches.create', { details: 'none', start: 'later' })
  await suspend(accountId)
  const download = () => {
    const headers = { cookie: browser.cookieHeader() }
    return handleApi(new Request(`http://localhost:3000/api/files/${batch.id}.csv`, { headers }), browser.client)
  }
  const file = await download()
  expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('input,pinref_row,pinref_state')])
  const others = await Promise.all(Array.from({ length: limits.burst.max }, download))
  for (const other of others) await other.text()
  expect(others.some(({ status }) => status === 429)).toBe(true)
})

test('only an operator can find, read, or suspend accounts or change their plan; for other users these routes do not exist', async () => {
  const { browser, accountId } = await person()
  const inputs = {
    'operator.accounts': { find: operatorEmail },
    'operator.changePlan': { account: accountId, plan: 'scale' },
    'operator.suspend': { account: accountId, reason },
    'operator.resume': { account: accountId },
  }
  for (const [procedure, input] of Object.entries(inputs)) {
    expect(await ask(browser, procedure, input)).toMatchObject({ status: 404, code: 'route_not_found' })
    expect((await ask(new Browser(), procedure, input)).status).toBe(401)
    // A link cannot call the route either, because GET requests are rejected.
    const path = `${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
    expect((await ask(operator, path)).status).toBe(405)
  }
  const page = `operator.account?input=${encodeURIComponent(JSON.stringify({ account: accountId }))}`
  expect(await ask(browser, page)).toMatchObject({ status: 404, code: 'route_not_found' })
  expect((await ask(new Browser(), page)).status).toBe(401)
  expect((await ask(browser, 'plans.current')).data).toMatchObject({ plan: 'starter' })
})

test.each([
  { account: 'x', reason },
  { account: '{aaaaaaaaaaaaaaa', reason },
  { account: 'a'.repeat(16) },
  { account: 'a'.repeat(16), reason: ' ' },
  { account: 'a'.repeat(16), reason: 'a'.repeat(301) },
  { account: 'a'.repeat(16), reason, plan: 'scale' },
])('a suspension with the invalid input %j gets 400', async (input) => {
  expect(await ask(operator, 'operator.suspend', input)).toMatchObject({ status: 400, code: 'invalid_request' })
})
