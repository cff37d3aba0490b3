import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { resumeBatch, startBatch } from '@/server/features/batches/change-batch'
import { createBatch, updatePart } from '@/server/features/batches/create-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { readResults } from '@/server/features/batches/read-results'
import { decimalCid } from '@/server/places/identifiers/cid'
import { spend } from '@/server/places/upstream/spending'
import { stopQueue } from '@/server/platform/queue/queue'
import { withStore } from '../access/environment'
import { featureIdText, landmark, numberedListing, roundListing } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { startSimulator } from '../simulator/simulator'
import { newRichAccount } from '../support/new-account'
import { makeOf, order, rowsOf, sentAs, until, usedBy } from './orders'

const simulator = await startSimulator()
withStore({
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
  LINK_GATEWAY_URL: simulator.linksUrl,
  // The plan limits failed lookups per day, in batches and in calls. One test below needs the cap.
  UPSTREAM_CALLER_SHARE: '100',
  UPSTREAM_DAILY_CAP: '40',
  UPSTREAM_DEADLINE_MS: '2000',
})

beforeAll(() => startQueue())
beforeEach(() => simulator.reset())
afterAll(async () => {
  await stopQueue()
  await simulator.stop()
})

const listings = (count: number, from = 0) => Array.from({ length: count }, (_, index) => numberedListing(from + index))

describe('a batch that calls Google', () => {
  test('gets its own listing or upstream_unavailable for each of 2,000 lines, despite temporary faults', async () => {
    const accountId = await newRichAccount()
    const requested = listings(2_000)
    simulator.script({ answer: placesError('unavailable'), skip: 50, times: 30 })
    simulator.script({ transport: 'reset', skip: 300, times: 20 })
    simulator.script({ transport: 'truncate', skip: 600, times: 10 })
    simulator.script({ delayMs: 3_000, skip: 900, times: 3 })
    const { id } = await makeOf(
      accountId,
      requested.map(({ placeId }) => placeId),
      { details: 'checked' },
    )
    const batch = await until(accountId, id, 'finished')
    const rows = await rowsOf(accountId, id)
    expect(rows.map(({ row }) => row)).toEqual(requested.map((_, index) => index + 1))
    for (const [index, row] of rows.entries()) {
      if (row.state === 'found')
        expect(row.listing).toMatchObject({ place_id: requested[index]?.placeId, listing_status: 'listed' })
      else expect(row.problem?.code).toBe('upstream_unavailable')
    }
    const found = rows.filter(({ state }) => state === 'found').length
    expect(batch).toMatchObject({ done: 2_000, counts: { found, failed: 2_000 - found, unreadable: 0 } })
    expect(found).toBeGreaterThan(1_900)
    expect(await usedBy(accountId)).toMatchObject({ used: found, 'resolve:ok': found })
  }, 180_000)

  test('accepts a CID that looks rounded only if Google has its listing, and counts no rejected number', async () => {
    const accountId = await newRichAccount()
    const lines = ['17759648132674796000', decimalCid(roundListing.cid), '10115', 'cid:-4711']
    const { id } = await makeOf(accountId, lines, { details: 'checked' })
    await until(accountId, id, 'finished')
    expect(await rowsOf(accountId, id)).toMatchObject([
      { state: 'unreadable', problem: { code: 'rounded_cid' } },
      { state: 'found', listing: { place_id: roundListing.placeId } },
      { state: 'unreadable', problem: { code: 'unsupported_link' } },
      { state: 'not_found', problem: { code: 'listing_not_found' } },
    ])
    expect(await usedBy(accountId)).toMatchObject({ used: 1, 'resolve:ok': 1 })
  })

  test('searches for the name if a link leads to no listing, and counts the line once, but not if the listing is gone', async () => {
    const accountId = await newRichAccount()
    const links = [
      'https://maps.app.goo.gl/sim-route',
      '17759648132674796000',
      'see email',
      '',
      'https://maps.app.goo.gl/sim-invented',
    ]
    const text = `Client,Link\n${links.map((link) => `Trevi Fountain,${link}`).join('\n')}\n`
    const sent = { text, format: 'csv' } as const
    const more = { sent, operation: 'auto', details: 'full', fallback: 'name' } as const
    const { id } = await makeOf(accountId, [], more)
    const batch = await until(accountId, id, 'finished')
    const found = { state: 'found', name_match: 'same', listing: { place_id: landmark.placeId, matches: 1 } }
    expect(await rowsOf(accountId, id)).toMatchObject([
      { state: 'not_sent', reason: 'heading' },
      { ...found, duplicate_of: null },
      { ...found, duplicate_of: 2 },
      { ...found, duplicate_of: 2 },
      { ...found, duplicate_of: 2 },
      { state: 'not_found', listing: null, problem: { code: 'listing_not_found' } },
    ])
    expect(batch).toMatchObject({ rows: 6, counts: { heading: 1, found: 4, not_found: 1 }, duplicates: 3 })
    expect(await usedBy(accountId)).toMatchObject({ used: 4, 'search:ok': 4 })
  })

  test('deletes a part’s names once the whole part has been fetched, even if a page spans several parts', async () => {
    const accountId = await newRichAccount()
    const { id } = await createBatch(accountId, { ...order, details: 'full', isStarted: false })
    const requested = listings(12, 7_000).map(({ placeId }) => placeId)
    for (let part = 0; part < 4; part++)
      await updatePart(accountId, id, part + 1, sentAs(requested.slice(3 * part, 3 * part + 3)))
    await startBatch(accountId, id, '')
    await until(accountId, id, 'finished')
    const titles = async (after: number, hasArrived: boolean) =>
      (await readResults(accountId, id, { after, hasArrived })).rows.map(({ listing }) => listing?.title ?? null)
    const all = requested.map((_, index) => `Numbered listing ${7_000 + index}`)
    expect(await titles(0, false)).toEqual(all)
    expect(await titles(5, true)).toEqual(all.slice(5))
    // The second part is only partly fetched, so its details remain.
    expect(await titles(0, false)).toEqual(all.map((title, index) => (index < 3 ? null : title)))
    expect(await titles(12, true)).toEqual([])
    expect(await titles(0, false)).toEqual(all.map(() => null))
  })

  test('returns where each listing is and whether it is open, from Google or else from the link', async () => {
    const accountId = await newRichAccount()
    const [known, closed] = listings(2, 9_000)
    if (!known || !closed) throw new Error('There are two listings.')
    simulator.change({ place_id: closed.placeId, business_status: 'CLOSED_PERMANENTLY' })
    const facts = async (details: 'full' | 'checked', lines: string[]) => {
      const { id } = await makeOf(accountId, lines, { details })
      await until(accountId, id, 'finished')
      return (await rowsOf(accountId, id)).map(({ listing, business_status }) => [listing?.location, business_status])
    }
    const link = `https://www.google.com/maps/place/X/data=!4m5!3m4!1s${featureIdText(known)}!8m2!3d1!4d2`
    expect(await facts('full', [link, closed.placeId])).toEqual([
      [known.pin, 'operational'],
      [closed.pin, 'closed_permanently'],
    ])
    expect(await facts('checked', [link, closed.placeId])).toEqual([
      [{ latitude: 1, longitude: 2 }, null],
      [null, null],
    ])
  })

  test('gets the names in its own language, also when it searches', async () => {
    const accountId = await newRichAccount()
    const lines = [numberedListing(9_100).placeId, 'Numbered listing 9101']
    const { id, language } = await makeOf(accountId, lines, { operation: 'auto', details: 'full', language: 'de' })
    expect(language).toBe('de')
    await until(accountId, id, 'finished')
    const titles = (await rowsOf(accountId, id)).map(({ listing }) => [listing?.title, listing?.title_language])
    expect(titles).toEqual([9_100, 9_101].map((number) => [`Eintrag ${number}`, 'de']))
  })

  test('waits when the operator’s cap is reached, reports when the wait ends, and fails no lines', async () => {
    const accountId = await newRichAccount()
    const requested = listings(100, 5_000)
    const { id } = await makeOf(
      accountId,
      requested.map(({ placeId }) => placeId),
      { details: 'full' },
    )
    const waiting = await until(accountId, id, 'waiting')
    expect(waiting).toMatchObject({ reason: 'upstream', counts: { failed: 0 } })
    expect(waiting.until).toBeGreaterThan(Date.now())
    expect(waiting.counts.found).toBeGreaterThan(0)
    expect(waiting.counts.found).toBeLessThanOrEqual(40)
    const rows = await rowsOf(accountId, id)
    expect(rows).toHaveLength(waiting.counts.found)
    expect(rows[7]).toMatchObject({
      state: 'found',
      listing: { title: 'Numbered listing 5007', reviews_count: 5_008 },
    })
    expect(await usedBy(accountId)).toEqual({ used: waiting.counts.found, 'resolve:ok': waiting.counts.found })
    // Nothing has changed, so it waits again.
    await resumeBatch(accountId, id, '')
    await until(accountId, id, 'waiting')
    expect(await findBatch(accountId, id)).toMatchObject({
      reason: 'upstream',
      counts: { failed: 0 },
      done: waiting.done,
    })
  })
})

test('background lookups by all accounts use at most half the Google calls allowed per minute', async () => {
  const limits = { dailyCap: 1_000, monthlyCap: null, callerShare: 80 }
  const ask = (caller: string, inBackground: boolean) =>
    spend('details_ids', caller, limits, inBackground).catch(({ code }) => code)
  // Otherwise the minute could end during the test.
  while (Date.now() % 60_000 > 40_000) await new Promise((wake) => setTimeout(wake, 500))
  const requested = Array.from({ length: 310 }, (_, call) => ask(`account ${call % 3}`, true))
  expect((await Promise.all(requested)).filter((code) => code === undefined)).toHaveLength(300)
  expect(await ask('account 0', true)).toBe('too_many_requests')
  expect(await ask('account 0', false)).toBeUndefined()
})
