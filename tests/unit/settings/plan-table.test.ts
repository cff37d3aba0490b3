import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnv } from '@/server/platform/settings/env'
import { removeFolder } from '../../support/remove-folder'

const folder = mkdtempSync(join(tmpdir(), 'pinref-plans-'))
afterAll(() => removeFolder(folder))

const mebibyte = 1024 * 1024
const free = { id: 'free', name: 'Free', monthlyQuota: 500, monthlyPriceCents: 0 }
const team = {
  id: 'team-2',
  name: 'Team',
  monthlyQuota: 20_000,
  batchBytes: mebibyte,
  watched: null,
  rechecksCount: true,
  members: null,
  monthlyPriceCents: 4_900,
  stripePriceId: 'price_1AbC',
}
const noLimit = { id: 'no-limit', name: 'No limit', monthlyQuota: null, monthlyPriceCents: 49_900 }

const read = (plans: unknown, more: Record<string, string> = {}) =>
  readEnv({ ...more, PLANS: typeof plans === 'string' ? plans : JSON.stringify(plans) }).PLANS

/** Returns the lines of the error, except the first. */
function faultsOf(plans: unknown, more: Record<string, string> = {}): string[] {
  try {
    read(plans, more)
    return []
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
}

describe('the plans', () => {
  test('default to four plans', () => {
    const limits = readEnv({}).PLANS.map(({ id, monthlyQuota, batchBytes, watched }) => [
      ...[id, monthlyQuota, batchBytes, watched],
    ])
    expect(limits).toEqual([
      ['starter', 1_000, 256 * mebibyte, 100],
      ['growth', 10_000, 512 * mebibyte, 1_000],
      ['scale', 100_000, 1_024 * mebibyte, 10_000],
      ['unlimited', null, 4_096 * mebibyte, null],
    ])
  })

  test('are read from JSON or from a JSON file', () => {
    const file = join(folder, 'plans.json')
    writeFileSync(file, JSON.stringify([free, team, noLimit]))
    const usual = { batchBytes: 256 * mebibyte, watched: 100, rechecksCount: false, members: 3 }
    const plans = [{ ...free, ...usual }, team, { ...noLimit, ...usual }]
    expect(read([free, team, noLimit])).toEqual(plans)
    expect(read(`\n ${JSON.stringify([free])}`)).toEqual(plans.slice(0, 1))
    expect(read(file)).toEqual(plans)
  })

  test('are rejected if they cannot be read, or are not 1 to 20 plans', () => {
    expect(faultsOf(join(folder, 'none.json'))).toEqual([
      expect.stringMatching(/^PLANS is neither a JSON array nor the path to a readable file \(ENOENT/),
    ])
    expect(faultsOf('[{')).toEqual([expect.stringMatching(/^PLANS is not valid JSON/)])
    writeFileSync(join(folder, 'object.json'), '{}')
    for (const none of [[], join(folder, 'object.json'), Array(21).fill(free)]) {
      expect(faultsOf(none)).toContain('PLANS must be a JSON array of 1 to 20 plans')
    }
  })

  test('are rejected with all of their errors and other variables’ errors', () => {
    const plans = [
      { ...free, monthlyPriceCents: 100 },
      { ...team, id: 'Team 2', name: ' ', monthlyQuota: 0, monthlyPriceCents: -1 },
      { ...noLimit, id: 'free', monthlyQuota: 10.5, price: 3 },
      'unlimited',
    ]
    expect(faultsOf(plans, { PORT: 'x' })).toEqual(
      expect.arrayContaining([
        'PORT must be a whole number',
        'PLANS.0.monthlyPriceCents must be 0 in the first plan, which every account starts with',
        'PLANS.1.id must have 1 to 40 characters (a-z, 0-9 and -), and begin with a letter',
        'PLANS.1.name must not be empty',
        'PLANS.1.monthlyQuota must be a whole number of calls from 1 to 1,000,000,000, or null for no limit',
        'PLANS.1.monthlyPriceCents must be a whole number of US cents from 0 to 100,000,000',
        'PLANS.2.id is already used by an earlier plan',
        'PLANS.2.monthlyQuota must be a whole number of calls from 1 to 1,000,000,000, or null for no limit',
        expect.stringMatching(/^PLANS\.2 .*price/),
        expect.stringMatching(/^PLANS\.3 must be an object/),
      ]),
    )
  })

  test('must be listed from the smallest quota to the largest', () => {
    const fault = 'is lower than in the previous plan; list the smallest plan first'
    expect(faultsOf([free, noLimit, team])).toEqual([`PLANS.2.monthlyQuota ${fault}`])
    expect(faultsOf([free, { ...team, monthlyQuota: 499 }])).toEqual([`PLANS.1.monthlyQuota ${fault}`])
    expect(faultsOf([free, { ...team, monthlyQuota: 500 }])).toEqual([])
  })

  test('may not share a Stripe price or have one if free', () => {
    expect(faultsOf([{ ...free, stripePriceId: 'price_1' }])).toEqual(['PLANS.0.stripePriceId is only for paid plans'])
    expect(faultsOf([free, team, { ...noLimit, stripePriceId: team.stripePriceId }])).toEqual([
      'PLANS.2.stripePriceId is already used by an earlier plan',
    ])
  })

  test('may all be free, but not with Stripe', () => {
    const gift = { ...team, monthlyPriceCents: 0, stripePriceId: undefined }
    expect(faultsOf([free, gift])).toEqual([])
    expect(faultsOf([free, gift], { STRIPE_SECRET_KEY: 'sk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toEqual([
      'PLANS.1.monthlyPriceCents must be more than 0 with STRIPE_SECRET_KEY; only the first plan is free',
    ])
  })
})
