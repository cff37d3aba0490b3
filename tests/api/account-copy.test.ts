import { describe, expect, test } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { expectNoSecrets } from '../support/secrets'
import { secretIn, totp } from '../support/totp'
import { hosts } from './call'
import { none } from './watchlist-calls'

let people = 0

describe.each(hosts)('a copy of an account’s data, on the $host', ({ url }) => {
  /** Signs someone up at this host, using its public name. */
  async function signUp() {
    const person = new Person(url, `copied${process.pid}.${people++}@example.com`, 'correct horse battery')
    person.origin = 'https://pinref.example'
    await person.signUp()
    return person
  }

  test('contains everything stored about the owner and the account, but no secrets', async () => {
    const person = await signUp()
    const { key, id } = await person.procedure('keys.create', { name: 'Production' })
    expect((await callWithKey(url, key)).status).toBe(200)
    expect(
      (await callWithKey(url, key, 'resolve', { url: 'https://maps.google.com/?cid=9000000000000000001' })).status,
    ).toBe(200)
    const { json } = await person.call('/auth/two-factor/enable', { password: person.password })
    const secret = secretIn(json.totpURI)
    await person.call('/auth/two-factor/verify-totp', { code: totp(secret) })

    const month = new Date().toISOString().slice(0, 7)
    const day = Number(new Date().toISOString().slice(8, 10))
    const lines = JSON.stringify(['ChIJj61dQgK6j4AR4GeTYWZsKWw'])
    const made = { method: 'POST', headers: { 'x-api-key': key }, body: lines }
    const batch = await fetch(`${url}/api/batches?start=later&name=Shops`, made).then((answer) => answer.json())
    const { id: watchlist } = await person.procedure('watchlists.create', { name: 'Sights' })
    const listings = [{ url: 'ChIJj61dQgK6j4AR4GeTYWZsKWw', name: 'HQ', reference: 'mv' }, 'no link']
    await person.procedure('watchlists.createListings', { id: watchlist, listings })
    const checked = async () => (await person.query('watchlists.get', { id: watchlist })).listing_counts.listed
    await expect.poll(checked, { timeout: 30_000 }).toBe(1)
    const whole = await person.procedure('account.copy')
    const { account: copy } = whole
    const { cid, placeId } = { cid: '7793879817120868320', placeId: 'ChIJj61dQgK6j4AR4GeTYWZsKWw' }
    expect(copy.watchlists).toEqual([
      {
        id: watchlist,
        name: 'Sights',
        period: 'weekly',
        client: '',
        closures: 'off',
        digest: 'off',
        isPaused: false,
        isTest: false,
        created: expect.stringContaining(month),
        checked: expect.stringContaining(month),
        omitted: 0,
        counts: { ...none, listed: 1, unreadable: 1 },
        listings: expect.any(Array),
      },
    ])
    const [listed, unreadable] = copy.watchlists[0].listings.toSorted((one: { cid: string }) => (one.cid ? -1 : 1))
    expect(listed).toEqual({
      id: cid,
      state: 'listed',
      businessStatus: null,
      name: 'HQ',
      reference: 'mv',
      cid,
      placeId,
      text: null,
    })
    expect(unreadable).toMatchObject({ state: 'unreadable', cid: null, placeId: null, text: 'no link' })
    expect(copy.batches).toEqual([
      {
        id: batch.id,
        name: 'Shops',
        state: 'receiving',
        operation: 'auto',
        details: 'full',
        language: null,
        client: null,
        row_counts: { total: 1, headings: 0, blank: 0 },
        line_counts: expect.objectContaining({ total: 1, found: 0, waiting: 1 }),
        audit: null,
        created: expect.stringContaining(month),
        ended: null,
      },
    ])
    expect(whole).toMatchObject({
      format: 2,
      person: {
        name: 'Ada',
        email: person.email,
        emailVerified: false,
        created: expect.stringContaining(month),
        signIn: {
          methods: [{ provider: 'credential', accountId: whole.person.id }],
          recoveryCodesLeft: 10,
          passkeys: [],
          sessions: [{ userAgent: expect.any(String), address: expect.any(String) }],
        },
        alerts: { quota: true, 'key-limit': true, 'key-expiry': true, callbacks: true, 'sign-in': true },
        apps: [],
        accounts: [{ id: copy.id, name: 'Ada', role: 'owner', since: expect.stringContaining(month) }],
      },
    })
    expect(copy).toMatchObject({
      name: 'Ada',
      suspended: null,
      created: expect.stringContaining(month),
      plan: { plan: 'starter', customerId: null, subscriptionId: null },
      googleCalls: { details_enterprise: 0, search_enterprise: 0 },
      members: [{ id: whole.person.id, name: 'Ada', email: person.email, role: 'owner' }],
      failedCalls: [],
      revokedKeys: [],
      keys: [
        { id, name: 'Production', start: key.slice(0, 28), expires: null, lastUsed: expect.stringContaining('T') },
      ],
    })
    expect(copy.usage).toEqual([
      {
        month,
        used: 2,
        days: expect.arrayContaining([
          { day, operation: 'convert', outcome: 'ok', count: 1 },
          { day, operation: 'resolve', outcome: 'ok', count: 1 },
        ]),
        errors: [],
        keys: { [id]: 2 },
        sources: [{ caller: { keyId: id }, client: null, days: [{ day, count: 2 }] }],
      },
    ])
    const cookie = [...person.cookies].find(([name]) => name.endsWith('session_token'))?.[1] ?? ''
    expectNoSecrets(JSON.stringify(whole), {
      'the password': person.password,
      'the key': key.slice(28),
      'the secret of the app': secret,
      'a recovery code': json.backupCodes[0],
      'the session': decodeURIComponent(cookie).slice(16),
    })
  })

  test('needs a session and is sent with Cache-Control: no-store', async () => {
    const answer = await (await signUp()).call('/trpc/account.copy', {})
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const nobody = new Person(url, 'nobody@example.com')
    expect((await nobody.call('/trpc/account.copy', {})).status).toBe(401)
  })

  test('can be made ten times, then gets 429 with Retry-After', async () => {
    const person = await signUp()
    for (let time = 0; time < 10; time++) await person.procedure('account.copy')
    const refused = await person.call('/trpc/account.copy', {})
    expect(refused.status).toBe(429)
    expect(refused.json.error.data.problem.code).toBe('too_many_requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
