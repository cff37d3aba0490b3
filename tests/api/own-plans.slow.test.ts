import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-own-plans-'))
const file = join(folder, 'plans.json')
/** The defaults. */
const usual = { batchBytes: 256 * 1024 * 1024, watched: 100, rechecksCount: false, members: 3 }
const ofWatching = { watched: 7_000, rechecksCount: true }
const team = {
  id: 'team-2',
  name: 'Team',
  monthlyQuota: 20_000,
  monthlyPriceCents: 4_900,
  stripePriceId: 'price_1AbC',
  ...ofWatching,
}
writeFileSync(
  file,
  JSON.stringify([
    { id: 'free', name: 'Trial', monthlyQuota: 500, monthlyPriceCents: 0 },
    team,
    { id: 'no-limit', name: 'Everything', monthlyQuota: null, monthlyPriceCents: 49_900 },
  ]),
)
const settings = {
  PLANS: file,
  TRUSTED_PROXIES: '1',
  // No call here is a lookup, so these addresses are not called.
  GOOGLE_MAPS_API_KEY: 'a key that costs money',
  GOOGLE_PLACES_URL: 'http://127.0.0.1:9',
  GOOGLE_LEGACY_PLACES_URL: 'http://127.0.0.1:9',
  GOOGLE_MAPSTOOLS_URL: 'http://127.0.0.1:9',
  LINK_GATEWAY_URL: 'http://127.0.0.1:9',
}
afterAll(() => removeFolder(folder))

describe.each(['node', 'next'] as const)('the operator’s own plans, on the %s host', (host) => {
  let app: App
  const text = async (path: string) => (await fetch(app.url + path)).text()

  beforeAll(async () => {
    app = await startApp(host, { ...settings, DATA_DIR: join(folder, host), UPSTREAM_MONTHLY_CAP: '3000' })
  })
  afterAll(() => app.stop())

  test('replace the built-in plans on the pages and in the documents', async () => {
    for (const path of ['/pricing', '/docs/quotas', '/docs/billing', '/llms.txt']) {
      const page = await text(path)
      expect(page).toContain('20,000')
      for (const { name } of [{ name: 'Trial' }, team, { name: 'Everything' }]) expect(page).toContain(name)
      expect(page).not.toMatch(/Starter|Growth|10,000 calls a month|price_1AbC/)
    }
    expect(await text('/pricing')).toContain('Pinref pricing: 500 calls a month are free.')
    expect(await text('/sign-up')).toContain('500 calls a month')
    expect(await text('/docs/quotas')).toContain('500')
    for (const path of ['/pricing', '/docs/quotas', '/llms.txt']) {
      const page = await text(path)
      for (const watched of ['100', '7,000']) expect(page, path).toContain(watched)
    }
    expect(await text('/pricing')).toContain('On some plans, each check of a watched listing counts, too.')
    expect(await text('/docs/quotas')).toContain('On some plans, each check counts as a call.')
  })

  test('can only be granted by the operator, as the pages explain', async () => {
    const pricing = await text('/pricing')
    expect(pricing).toContain('For a larger plan, contact the person who runs this server')
    expect(pricing).toContain('Start for free')
    expect(pricing).not.toMatch(/Start with|Choose Team|Every plan is free|from \$49/)
    const signUp = await text('/sign-up?plan=team-2')
    expect(signUp).toContain('create an account, then contact the person who runs this server.')
    const person = new Person(app.url, `ada-${host}@example.com`)
    await person.signUp()
    expect(await person.query('plans.current')).toMatchObject({ billing: 'operator', plan: 'free' })
    expect(await person.query('usage.month', {})).toMatchObject({ plan: 'free', limit: 500 })
    const refused = await person.call('/trpc/plans.choose', { plan: 'team-2' })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.json)).toContain('Plans cannot be bought on this server.')
    expect(await person.query('plans.list')).toEqual([
      { id: 'free', name: 'Trial', monthlyQuota: 500, monthlyPriceCents: 0, ...usual },
      { id: 'team-2', name: 'Team', monthlyQuota: 20_000, monthlyPriceCents: 4_900, ...usual, ...ofWatching },
      { id: 'no-limit', name: 'Everything', monthlyQuota: null, monthlyPriceCents: 49_900, ...usual },
    ])
  })

  test('the startup log states the maximum Google cost once', async () => {
    const message =
      'Google can cost at most $17.50 today and $70.00 this month (UPSTREAM_DAILY_CAP=500, UPSTREAM_MONTHLY_CAP=3000).'
    await expect.poll(app.output).toContain(message)
    expect(app.output().split('Google can cost').length).toBe(2)
  })
})

test('the server does not start with invalid plans, and lists each error', async () => {
  const faulty = JSON.stringify([{ ...team, monthlyQuota: 0 }, { id: 'free' }])
  const failed = await startApp('node', { ...settings, DATA_DIR: join(folder, 'faulty'), PLANS: faulty }).catch(String)
  for (const fault of ['PLANS.0.monthlyPriceCents', 'PLANS.0.monthlyQuota', 'PLANS.1.name', 'PLANS.1.monthlyQuota']) {
    expect(failed).toContain(fault)
  }
})
