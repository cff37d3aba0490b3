import { expectGoodLooks } from './looks'
import { answerOf, colosseum, hydrated, lookUp, openTab } from './pinref'
import { callWithKey, expect, mutate, test } from './signed-in'

test(
  'a signed-in user’s start page shows usage, keys, and batches, and the lookups saved in this browser',
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
    await expect(recent).toHaveCount(0)
    await expectGoodLooks(page, 'home-empty', project.name)

    await lookUp(page, colosseum.placeId)
    await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    await expect(recent.getByRole('button', { name: 'Colosseum' })).toBeVisible()
    await expect(card('This month')).toContainText('1 of 1,000 calls')
    await openTab(page, 'Search')
    await page.getByLabel('Business name').fill('British Museum')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(card('This month')).toContainText('2 of 1,000 calls')

    const { key } = await mutate(page, dashboard.url, 'keys.create', { name: 'Production' })
    expect(await callWithKey(dashboard.url, key)).toBe(200)
    const batch = { name: 'Rome.csv', data: JSON.stringify([colosseum.placeId]), start: 'later' }
    await mutate(page, dashboard.url, 'batches.create', batch)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('listings.')) requests.push(request.url())
    })
    await page.goto('/')
    await hydrated(page)
    await page.mouse.move(1, 1)
    await expect(recent.getByRole('listitem')).toHaveCount(1)
    await expect(card('API keys')).toContainText(/Production\s*1 call/)
    await expect(card('Recent batches')).toContainText(/Rome\.csv\s*Not started/)
    await expectGoodLooks(page, 'home', project.name)
    await recent.getByRole('button', { name: 'Colosseum' }).click()
    await expect(answerOf(page).getByText(/^Saved in this browser on /)).toBeVisible()
    expect(requests).toEqual([])
    await recent.getByRole('button', { name: 'Clear' }).click()
    await expect(recent).toHaveCount(0)

    await page.context().clearCookies()
    await page.goto('/')
    await expect(card('Who it’s for')).toBeVisible()
  },
)
