import { expectGoodLooks } from './looks'
import { answerOf, boxOf, colosseum, hydrated, lookUp, openTab } from './pinref'
import { callWithKey, expect, mutate, signUp, test } from './signed-in'

const shortLink = 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8'

test(
  'a signed-in user’s start page shows usage, keys, batches, and recent lookups, in any browser',
  { tag: '@phone' },
  async ({ page, account: _, dashboard }, { project }) => {
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    const recent = card('Recent lookups')
    await page.goto('/')
    await hydrated(page)
    await expect(page.getByRole('heading', { name: 'What are you looking up?', level: 1 })).toBeVisible()
    await expect(card('This month')).toContainText('0 of 1,000 calls')
    await expect(card('API keys')).toContainText('No keys yet')
    await expect(card('Recent batches')).toContainText('No batches yet')
    await expect(recent).toContainText('appear here for 30 days')
    await expectGoodLooks(page, 'home-empty', project.name)

    await lookUp(page, colosseum.placeId)
    await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    await expect(recent.getByRole('button', { name: /^Colosseum/ })).toBeVisible()
    await expect(card('This month')).toContainText('1 of 1,000 calls')
    await lookUp(page, shortLink)
    await expect(recent.getByRole('listitem')).toHaveCount(2)
    await openTab(page, 'Search')
    await page.getByLabel('Business name').fill('British Museum')
    await page.getByLabel('City or area (optional)').fill('London')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(recent.getByRole('listitem').first()).toHaveText(/^British Museum, LondonSearch · /)
    await openTab(page, 'Convert')
    await page.getByLabel('CID, decimal or hexadecimal').fill('0xff')
    await expect(recent.getByRole('listitem').first()).toHaveText(/^0xffConvert · /)

    // The same person's other browser shows identifiers but no names.
    const { key } = await mutate(page, dashboard.url, 'keys.create', { name: 'Production' })
    expect(await callWithKey(dashboard.url, key)).toBe(200)
    const batch = { name: 'Rome.csv', data: JSON.stringify([colosseum.placeId]), start: 'later' }
    await mutate(page, dashboard.url, 'batches.make', batch)
    await page.evaluate(() => localStorage.clear())
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('listings.')) requests.push(request.url())
    })
    await page.goto('/')
    await hydrated(page)
    await expect(recent.getByRole('listitem')).toHaveCount(4)
    await expect(card('API keys')).toContainText(/Production\s*1 call/)
    await expect(card('Recent batches')).toContainText(/Rome\.csv\s*Not started/)
    await expectGoodLooks(page, 'home', project.name)
    await recent.getByRole('button', { name: /^maps\.app\.goo\.gl/ }).click()
    const answer = answerOf(page)
    await expect(answer.getByText(/^Looked up on .*Names and ratings aren’t saved\. [\d,]+ of 1,000/)).toBeVisible()
    await expect(answer.getByRole('definition').first()).toHaveText(/^\d+$/)
    await expect(boxOf(page)).toHaveValue(shortLink)
    await expectGoodLooks(page, 'home-kept', project.name, 'main')
    await recent.getByRole('button', { name: /^0xff/ }).click()
    await expect(answer.getByRole('definition').first()).toHaveText('255')
    await recent.getByRole('button', { name: /^British Museum/ }).click()
    await expect(page.getByLabel('Business name')).toHaveValue('British Museum, London')
    await expect(page.getByLabel('Business name')).toBeFocused()
    expect(requests).toEqual([])
    await recent.getByRole('button', { name: /^ChIJ/ }).click()
    await answer.getByRole('button', { name: 'Look up its name and rating' }).click()
    await expect(answer.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    expect(requests).toHaveLength(1)

    // Waits until the latest lookup is first. After that, no element moves under the pointer.
    await expect(recent.getByRole('listitem').first()).toHaveText(/^Colosseum/)

    const removal = '**/api/trpc/recent.remove*'
    await page.route(removal, (route) => route.abort())
    await recent.getByRole('button', { name: 'Remove 0xff' }).click()
    await expect(recent.getByRole('alert')).toHaveText('No response. Try again in a moment.')
    await page.unroute(removal)
    await recent.getByRole('button', { name: 'Remove 0xff' }).click()
    await expect(recent.getByRole('listitem')).toHaveCount(3)
    await expect(recent.getByRole('alert')).toHaveCount(0)
    await page.route(removal, (route) => route.abort())
    await recent.getByRole('button', { name: /^Remove British Museum/ }).click()
    await expect(recent.getByRole('alert')).toBeVisible()
    await recent.getByRole('button', { name: 'Clear' }).click()
    await expect(recent.getByRole('listitem')).toHaveCount(0)
    await expect(recent.getByRole('alert')).toHaveCount(0)
    await page.reload()
    await expect(recent).toContainText('appear here for 30 days')

    await page.context().clearCookies()
    await page.goto('/')
    await expect(card('Who it’s for')).toBeVisible()
  },
)

test('a visitor’s lookups are not listed in the account they sign up for', async ({ page, dashboard }) => {
  await page.goto('/')
  await hydrated(page)
  await lookUp(page, colosseum.placeId)
  const recent = page.getByRole('region', { name: 'Recent lookups' })
  await expect(recent.getByRole('button', { name: 'Colosseum' })).toBeVisible()
  await signUp(page, dashboard.url, `visitor.${process.pid}@example.com`)
  await page.goto('/')
  await expect(recent).toContainText('appear here for 30 days')
  await expect(recent.getByRole('listitem')).toHaveCount(0)
})
