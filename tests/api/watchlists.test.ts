import { describe, expect, test } from 'vitest'
import { linkExamples } from '@/server/entrances/rest/examples/links'
import { placeIds } from '../batches/orders'
import { call, hosts } from './call'
import {
  add,
  allOf,
  bodyFor,
  counts,
  googleplex,
  googleplexCid,
  keyWith,
  made,
  none,
  ofOne,
  untilEqual,
} from './watchlist-calls'

describe.each(hosts)('watchlists, on the $host', ({ url }) => {
  test('return valid Unicode in listings and events for text, names, and references that are not', async () => {
    const { ask } = await keyWith(url)
    const id = await made(ask)
    const sent = ['no link \ud800', { url: googleplex.url, name: 'Anna \ud800', reference: 'shop \udc00\ud83d\ude00' }]
    expect(await add(ask, id, sent)).toMatchObject({ status: 200, body: { created_count: 2 } })
    const lists = await Promise.all(['listings', 'events'].map((list) => ask('GET', `/${id}/${list}`)))
    for (const { text } of lists) expect(text).not.toMatch(/\\ud/i)
    const [listings, events] = lists.map(({ text }) => text)
    for (const text of ['no link \ufffd', 'Anna \ufffd', 'shop \ufffd😀']) expect(listings).toContain(text)
    expect(events).toContain('no link \ufffd')
  })

  test('are created with a key, check their listings in the background, and are deleted', async () => {
    const { ask, person } = await keyWith(url)
    const answer = await ask('POST', '', { name: ' Shops ', period: 'monthly', digest: 'daily' })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'Shops',
        period: 'monthly',
        digest: 'daily',
        state: 'active',
        reason: null,
        test: false,
        listing_counts: { total: 0, ...none },
        adding: null,
        without_listing: null,
        full: false,
        failing: null,
        last_checked_at: null,
      },
    })
    const { id } = answer.body
    expect(answer.headers.get('location')).toBe(`/api/watchlists/${id}`)
    expect((await add(ask, id, [googleplex, 'no link'])).body).toEqual({
      created_count: 2,
      existing_count: 0,
      full: false,
      watchlist_id: id,
      unreadable_listings: [{ index: 1, detail: expect.stringMatching(/\w/) }],
    })
    await untilEqual(() => counts(ask, id), { total: 2, ...none, listed: 1, unreadable: 1 })
    const [listed, unreadable] = (await allOf(ask, id, 'listings')).toSorted((one) => (one.listing ? -1 : 1))
    expect(listed).toMatchObject({
      id: googleplexCid,
      state: 'listed',
      reference: 'mountain-view',
      moved_from: null,
      changed_at: null,
      listing: { cid: googleplexCid, place_id: googleplex.url },
      text: null,
      checked_at: expect.any(String),
    })
    expect(unreadable).toMatchObject({ state: 'unreadable', listing: null, text: 'no link', checked_at: null })
    expect((await ask('GET')).body).toMatchObject({
      watchlists: [{ id, last_checked_at: expect.any(String) }],
      next: null,
    })
    expect(await person.query('usage.month')).toMatchObject({ used: 0 })
    expect((await ask('DELETE', `/${id}`)).body).toEqual({ id, deleted: true })
    for (const [method, path] of ofOne) {
      const gone = await ask(method, path.replace('{id}', id), bodyFor(method, path))
      expect([method, path, gone.status, gone.body.code]).toEqual([method, path, 404, 'watchlist_not_found'])
    }
    expect((await ask('GET')).body.watchlists).toEqual([])
  })

  test('add a listing once in any form, and keep its name and reference until new ones are sent', async () => {
    const { ask } = await keyWith(url)
    const id = await made(ask)
    const forms = [linkExamples.place_id.text, linkExamples.cid.text, linkExamples.place_link.text]
    expect((await add(ask, id, forms)).body).toMatchObject({ created_count: 1, existing_count: 2 })
    expect((await add(ask, id, [{ url: forms[0], name: 'Anfiteatro', reference: 'rome' }])).body).toMatchObject({
      created_count: 0,
      existing_count: 1,
    })
    expect((await add(ask, id, forms)).body).toMatchObject({ created_count: 0, existing_count: 3, full: false })
    expect((await add(ask, id, [{ url: forms[0], name: 'Colosseo' }])).body).toMatchObject({
      created_count: 0,
      existing_count: 1,
    })
    const [only, ...others] = await allOf(ask, id, 'listings')
    expect([only.name, only.reference, only.listing.place_id, others]).toEqual(['Colosseo', 'rome', forms[0], []])
    const short = (await add(ask, id, ['https://maps.app.goo.gl/FoksPtKVKYoeAt4w8'])).body
    expect(short.unreadable_listings).toMatchObject([{ index: 0, detail: expect.stringContaining('short link') }])
    expect((await ask('DELETE', `/${id}/listings?ids=${only.id},1,none`)).body).toEqual({
      deleted_count: 1,
      watchlist_id: id,
    })
    expect(await counts(ask, id)).toMatchObject({ total: 1, unreadable: 1 })
  })

  test('add the listings of a finished batch, with names and references from columns, and count lines without a listing', async () => {
    const { key, ask } = await keyWith(url)
    const batches = (method: string, path: string, raw = '') =>
      call(url, `batches${path}`, undefined, { method, raw, headers: { 'x-api-key': key, 'content-type': 'text/csv' } })
    const csv = `branch,shop,url\nmv,HQ,${googleplex.url}\nnone,None,no link\nmv again,Googleplex,${googleplex.url}\n`
    const { id: batch } = (await batches('POST', '?details=none&column=url&start=later', csv)).body
    const early = await ask('POST', '', { name: 'Shops', batch_id: batch })
    expect([early.status, early.body.code, early.body.detail]).toEqual([
      ...[409, 'batch_state'],
      expect.stringContaining('has not ended'),
    ])
    await batches('POST', `/${batch}/start`)
    await untilEqual(async () => (await batches('GET', `/${batch}`)).body.state, 'finished')
    const id = await made(ask, { batch_id: batch, name_column: 'shop', reference_column: 'branch' })
    await untilEqual(async () => (await ask('GET', `/${id}`)).body.adding, null)
    expect((await ask('GET', `/${id}`)).body).toMatchObject({
      listing_counts: { total: 1, unreadable: 0 },
      without_listing: { batch_id: batch, not_found: 0, failed: 0, unreadable: 1, not_sent: 0 },
    })
    expect(await allOf(ask, id, 'listings')).toMatchObject([
      { id: googleplexCid, name: 'Googleplex', reference: 'mv again' },
    ])
    const unnamed = await made(ask, { batch_id: batch, name_column: '', reference_column: '' })
    await untilEqual(async () => (await ask('GET', `/${unnamed}`)).body.adding, null)
    expect(await allOf(ask, unnamed, 'listings')).toMatchObject([{ name: null, reference: null }])
    expect((await ask('POST', '', { name: 'Shops', batch_id: `batch_${'a'.repeat(16)}` })).body.code).toBe(
      'batch_not_found',
    )
  })

  test('are created only once per Idempotency-Key, even by simultaneous requests', async () => {
    const { ask } = await keyWith(url)
    const once = { headers: { 'idempotency-key': 'watch 1' } }
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '', { name: 'Shops' }, once)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const other = await ask('POST', '', { name: 'Others' }, once)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect((await ask('GET')).body.watchlists).toHaveLength(1)
    const another = await keyWith(url)
    expect((await another.ask('POST', '', { name: 'Others' }, once)).status).toBe(201)
  })

  test('return each listing and event once across pages, and listings by state', async () => {
    const { ask } = await keyWith(url)
    const id = await made(ask)
    const texts = Array.from({ length: 7 }, (_, at) => `no link ${at}`)
    await add(ask, id, [...placeIds(20), ...texts.slice(0, 5)])
    const all = await allOf(ask, id, 'listings', 'limit=4')
    expect(all).toHaveLength(25)
    expect(new Set(all.map((one) => one.id)).size).toBe(25)
    const unreadable = await allOf(ask, id, 'listings', 'state=unreadable&limit=2')
    expect(unreadable.map(({ text }) => text).toSorted()).toEqual(texts.slice(0, 5))
    expect(await allOf(ask, id, 'listings', 'state=gone')).toEqual([])
    const events = await allOf(ask, id, 'events', 'limit=2')
    expect(events.map(({ type, text }) => [type, text])).toEqual(
      events.map(() => ['listing.unreadable', expect.any(String)]),
    )
    expect(events.map(({ text }) => text).toSorted()).toEqual(texts.slice(0, 5))
    // Only events after the caller's last one are returned.
    const last = events.at(-1).id
    expect((await ask('GET', `/${id}/events?after=${last}`)).body).toEqual({ events: [], next: null })
    await add(ask, id, texts.slice(5))
    const later = (await ask('GET', `/${id}/events?after=${last}`)).body.events
    expect(later.map(({ text }: { text: string }) => text).toSorted()).toEqual(texts.slice(5))
  })

  test('can be checked on demand once a day, but not while paused', async () => {
    const { ask } = await keyWith(url)
    const id = await made(ask)
    await add(ask, id, [googleplex])
    await untilEqual(async () => (await counts(ask, id)).listed, 1)
    const paused = await ask('POST', `/${id}/pause`)
    expect(paused.body).toMatchObject({ state: 'paused', next_check_allowed_at: null })
    const refused = await ask('POST', `/${id}/check`)
    expect([refused.status, refused.body.code]).toEqual([409, 'watchlist_state'])
    expect((await ask('POST', `/${id}/resume`)).body.state).toBe('active')
    const before = (await ask('GET', `/${id}`)).body.last_checked_at
    // A listing that was checked in the same second is not checked again.
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(before) + 1_000)
    const checked = await ask('POST', `/${id}/check`)
    expect(checked.status).toBe(200)
    expect(Date.parse(checked.body.next_check_allowed_at)).toBeGreaterThan(Date.now() + 86_000_000)
    await expect
      .poll(async () => (await ask('GET', `/${id}`)).body.last_checked_at, { timeout: 30_000 })
      .not.toBe(before)
    const again = await ask('POST', `/${id}/check`)
    expect(again).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(again.body.retry_after).toBeGreaterThan(86_000)
  })

  test('change only the settings that are sent', async () => {
    const { ask } = await keyWith(url)
    const id = await made(ask, { digest: 'weekly' })
    expect((await ask('PATCH', `/${id}`, { period: 'monthly' })).body).toMatchObject({
      name: 'Shops',
      period: 'monthly',
      digest: 'weekly',
    })
    expect((await ask('PATCH', `/${id}`, { name: 'Cafés', digest: 'off' })).body).toMatchObject({
      name: 'Cafés',
      period: 'monthly',
      digest: 'off',
    })
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ name: 'Cafés', period: 'monthly', digest: 'off' })
  })

  test('are checked for closure if asked, at a price that is known before', async () => {
    const { ask, person } = await keyWith(url)
    const id = await made(ask)
    const { body: before } = await ask('GET', `/${id}`)
    expect(before).toMatchObject({ closures: 'off', closures_reason: null })
    expect(before.closures_price, 'with sample data').toEqual({
      weekly: { lookups_per_month: 4.29, usd_per_month: 0 },
      monthly: { lookups_per_month: 1, usd_per_month: 0 },
    })
    expect(await person.query('watchlists.overview')).toMatchObject({ closuresPrice: before.closures_price })
    expect((await ask('PATCH', `/${id}`, { closures: 'daily' })).body.errors).toMatchObject([{ pointer: '/closures' }])
    expect((await ask('PATCH', `/${id}`, { closures: 'monthly' })).body).toMatchObject({ closures: 'monthly' })
    await add(ask, id, [googleplex, 'no link'])
    const checked = async () => (await allOf(ask, id, 'listings')).filter((one) => one.closure_checked_at !== null)
    await expect.poll(checked, { timeout: 30_000 }).toMatchObject([{ id: googleplexCid, business_status: null }])
    const { body } = await ask('GET', `/${id}`)
    expect(body).toMatchObject({ closures: 'monthly', changes: { closed: 0, reopened: 0 } })
    expect(body.audit).toEqual({
      fine: 1,
      moved: 0,
      closed_permanently: 0,
      closed_temporarily: 0,
      not_found: 0,
      not_checked: 1,
      closures_known: 0,
    })
    const closed = await ask('GET', `/${id}/listings?business_status=closed_permanently`)
    expect(closed).toMatchObject({ status: 200, body: { listings: [], next: null } })
    expect((await ask('GET', `/${id}/listings?business_status=open`)).body.errors).toMatchObject([
      { pointer: '/business_status' },
    ])
    expect(await person.query('usage.month')).toMatchObject({ used: 1 })
    const { ask: askTest } = await keyWith(url, { test: true })
    expect((await askTest('POST', '', { name: 'Test', closures: 'weekly' })).body).toMatchObject({
      closures: 'weekly',
      closures_price: { weekly: { lookups_per_month: 0, usd_per_month: 0 } },
    })
  })

  test('are shown on their pages, which can add as many listings as a key can', async () => {
    const { person, ask } = await keyWith(url)
    expect(await person.query('watchlists.overview')).toMatchObject({ watchlists: [], isOn: true })
    const { id } = await person.procedure('watchlists.create', { name: 'Shops' })
    const listings = placeIds(100).map((url) => ({ url, reference: 'x'.repeat(200) }))
    expect(await person.procedure('watchlists.createListings', { id, listings })).toMatchObject({
      created_count: 100,
      full: false,
    })
    expect(await person.query('watchlists.overview')).toMatchObject({
      watchlists: [{ id, listing_counts: { total: 100 } }],
      watched: { listings: 100, most: 100 },
    })
    expect(await person.query('watchlists.view', { id })).toMatchObject({ watchlist: { id }, newest: [] })
    expect(await person.query('watchlists.with', { cid: '1000000' })).toMatchObject([{ id, name: 'Shops' }])
    expect(await person.query('watchlists.with', { cid: '1' })).toEqual([])
    // The account’s keys can read a watchlist made on the page.
    expect((await ask('GET', `/${id}`)).body.name).toBe('Shops')
    const stranger = await keyWith(url)
    const { status, json } = await stranger.person.call(
      `/trpc/watchlists.view?input=${encodeURIComponent(JSON.stringify({ id }))}`,
    )
    expect([status, json.error.data.problem.code]).toEqual([404, 'watchlist_not_found'])
  })
})
