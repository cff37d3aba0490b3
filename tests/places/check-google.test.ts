import { readFileSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Capability, CheckOutcome } from '@/server/places/sources/google/capabilities'
import { checkGoogle } from '@/server/places/sources/google/check-google'
import {
  type CheckReport,
  createOutcomeOf,
  type OutcomeOf,
  readReport,
} from '@/server/places/sources/google/check-report'
import { googleSettings } from '@/server/places/sources/source'
import { readSpending } from '@/server/places/upstream/spending'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { landmark } from '../simulator/listings'
import { placesError } from '../simulator/places/errors'
import { patient, placesForTests, requestsTo } from './places'

const places = await placesForTests()
const { simulator } = places
const settings = googleSettings()
if (settings === null) throw new Error('these tests have a key')
beforeEach(() => rmSync(`${env().DATA_DIR}/google.json`, { force: true }))

const check = (mayCost = true, apiKey = settings.apiKey) => checkGoogle({ ...settings, apiKey }, mayCost)
const outcomesOf = ({ results }: CheckReport) =>
  Object.fromEntries(results.map(({ capability, outcome }) => [capability, outcome]))
const reasonOf = ({ results }: CheckReport, name: Capability) =>
  results.find(({ capability }) => capability === name)?.reason

describe('a check of the Google key', () => {
  test('tries each capability once and reports what works', async () => {
    simulator.legacy = 'enabled'
    simulator.resolution = 'every'
    expect(outcomesOf(await check())).toEqual({
      details_ids: 'works',
      details: 'works',
      search_ids: 'works',
      zero_half: 'works',
      legacy_cid: 'works',
      cid_link: 'works',
      'maps.app.goo.gl': 'works',
      'goo.gl': 'works',
      'g.page': 'refused',
      'share.google': 'refused',
    })
    expect(simulator.calls).toHaveLength(10)
    expect(await readSpending()).toMatchObject({
      calls: {
        details_ids: 2,
        details_enterprise: 1,
        search_ids: 1,
        search_enterprise: 0,
        legacy_ids: 1,
        resolution: 5,
      },
      billable: 1,
    })
  })

  test('makes no call that Google may bill unless requested', async () => {
    expect(outcomesOf(await check(false))).toMatchObject({ details_ids: 'works', details: 'skipped' })
    expect(await readSpending()).toMatchObject({ billable: 0 })
  })

  test('reports APIs that are not enabled, and rejected calls', async () => {
    simulator.zeroHalf = '400'
    const report = await check()
    expect(outcomesOf(report)).toMatchObject({
      details_ids: 'works',
      zero_half: 'refused',
      legacy_cid: 'off',
      cid_link: 'off',
      'maps.app.goo.gl': 'off',
    })
    expect(reasonOf(report, 'maps.app.goo.gl')).toContain('403 PERMISSION_DENIED SERVICE_DISABLED')
  })

  test('reports a kind of link as rejected if the Resolution API works but does not accept it', async () => {
    simulator.resolution = 'documented'
    expect(outcomesOf(await check())).toMatchObject({
      'maps.app.goo.gl': 'works',
      'goo.gl': 'refused',
      cid_link: 'refused',
    })
  })

  test('reports responses with a wrong listing, and is unsure if the right listing is unknown', async () => {
    simulator.resolution = 'every'
    const place = `places/${landmark.placeId}`
    const others = (answer: Record<string, unknown>) => ({
      entities: (answer.entities as unknown[]).map(() => ({ place })),
    })
    simulator.script({ upstream: 'resolution', alter: others })
    simulator.script({
      upstream: 'legacy',
      alter: (answer) => ({ ...answer, status: 'OK', result: { place_id: landmark.placeId } }),
    })
    expect(outcomesOf(await check())).toMatchObject({
      cid_link: 'wrong',
      'maps.app.goo.gl': 'wrong',
      'g.page': 'wrong',
      'share.google': 'unsure',
      legacy_cid: 'wrong',
    })
  })

  test('reports temporary failures as unsure and runs the other checks', async () => {
    simulator.script({ upstream: 'details', answer: placesError('unavailable') })
    simulator.script({ upstream: 'search', transport: 'reset' })
    expect(outcomesOf(await check())).toMatchObject({
      details_ids: 'unsure',
      details: 'unsure',
      zero_half: 'unsure',
      search_ids: 'unsure',
      legacy_cid: 'off',
    })
  })

  test('reports every capability as off for a blocked key, and never contains the key', async () => {
    const report = await check(true, 'simulated-key-blocked')
    expect(new Set(Object.values(outcomesOf(report)))).toEqual(new Set(['off']))
    expect(JSON.stringify(report)).not.toContain('simulated-key-blocked')
  })
})

describe('a check’s outcome', () => {
  test('is saved in the store and in the data folder, only for this key', async () => {
    const report = await check(false)
    expect(await readReport(settings.apiKey)).toEqual(report)
    expect(await readReport('another-key')).toBeNull()
    const file = readFileSync(`${env().DATA_DIR}/google.json`, 'utf8')
    expect(JSON.parse(file)).toEqual(report)
    expect(file).not.toContain(settings.apiKey)
    const { redis } = await store()
    await redis.flushdb()
    expect(await readReport(settings.apiKey)).toEqual(report)
    rmSync(`${env().DATA_DIR}/google.json`)
    expect(await readReport(settings.apiKey)).toBeNull()
    await redis.set('google:check', 'nonsense')
    expect(await readReport(settings.apiKey)).toBeNull()
  })

  const bareCid = { cid: landmark.cid, placeId: null }
  const outcomesAs =
    (outcomes: Partial<Record<Capability, CheckOutcome>>): OutcomeOf =>
    (capability) =>
      outcomes[capability]

  test('decides which API is called first for a CID', async () => {
    simulator.legacy = 'enabled'
    const source = places.sourceWith({ outcomeOf: outcomesAs({ zero_half: 'refused', legacy_cid: 'works' }) })
    expect(await source.details(bareCid, patient())).toMatchObject({ placeId: landmark.placeId })
    expect(requestsTo(simulator)).toEqual([`legacy ${landmark.cid}`, `details ${landmark.placeId}`])
  })

  test('lets the Resolution API look up CIDs only if that worked in the check', async () => {
    simulator.zeroHalf = '400'
    simulator.resolution = 'every'
    await expect(places.source.details(bareCid, patient())).rejects.toThrow()
    expect(simulator.calls.map(({ upstream }) => upstream)).not.toContain('resolution')
    const source = places.sourceWith({ outcomeOf: outcomesAs({ zero_half: 'refused', cid_link: 'works' }) })
    expect(await source.details(bareCid, patient())).toMatchObject({ placeId: landmark.placeId })
    const urls = simulator.calls.flatMap((call) => call.urls ?? [])
    expect(urls).toEqual([`https://maps.google.com/?cid=${landmark.cid}`])
  })

  test('does not replace verification, because a response with another listing is still rejected', async () => {
    simulator.zeroHalf = '400'
    simulator.resolution = 'every'
    simulator.script({
      upstream: 'resolution',
      alter: () => ({ entities: [{ place: 'places/ChIJN1t_tDeuEmsRUsoyG83frY4' }] }),
    })
    const source = places.sourceWith({ outcomeOf: outcomesAs({ cid_link: 'works' }) })
    await expect(source.details(bareCid, patient())).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('does not send links to the Resolution API if it rejected the kind or returned the wrong listing', async () => {
    simulator.resolution = 'every'
    const source = places.sourceWith({
      outcomeOf: outcomesAs({ 'goo.gl': 'refused', 'g.page': 'wrong', 'share.google': 'off' }),
    })
    const placeIdOf = (host: string, path: string) => source.placeIdOfLink({ host, path }, patient())
    expect(await placeIdOf('goo.gl', `maps/sim-cid-${landmark.cid}`)).toBeNull()
    expect(await placeIdOf('g.page', `sim-cid-${landmark.cid}`)).toBeNull()
    expect(simulator.calls).toHaveLength(0)
    expect(await placeIdOf('share.google', 'x')).toBeNull()
    expect(await placeIdOf('maps.app.goo.gl', `sim-cid-${landmark.cid}`)).toBe(landmark.placeId)
    expect(simulator.calls).toHaveLength(2)
  })

  test('is loaded by a server soon after it is first needed', async () => {
    simulator.zeroHalf = '404'
    await check(false)
    const outcomeOf = createOutcomeOf(() => readReport(settings.apiKey))
    await expect.poll(() => outcomeOf('zero_half')).toBe('refused')
  })
})
