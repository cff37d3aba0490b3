import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGoodLooks, keepPicture } from './looks'
import { hydrated } from './pinref'
import { began, callWithKey, expect, monthOf, mutate, seedUsage, test, tryAgainUntil, withoutStore } from './signed-in'

const nameOf = (month: string) =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`))

const chart = (page: Page) => page.getByRole('application')
const byDay = (page: Page) => page.getByRole('table', { name: /^Calls per day/ })
const byKey = (page: Page) => page.getByRole('table', { name: /^Calls by key/ }).getByRole('row')
const bars = (page: Page) => chart(page).locator('rect[data-part]')
const readOut = (page: Page) => chart(page).getByRole('status')

test('the usage page says when there are no calls, and shows the quota', async ({ page, account: _ }, testInfo) => {
  await page.goto('/usage')
  await expect(page.getByText('No calls this month')).toBeVisible()
  await expect(page.getByText('of 1,000 calls')).toBeVisible()
  await expectGoodLooks(page, 'usage-empty', testInfo.project.name)
})

test('the usage page shows how many listings are watched, once there is a watchlist', async ({
  page,
  account: _,
  dashboard,
}, testInfo) => {
  await page.goto('/usage')
  await expect(page.getByText('of 1,000 calls')).toBeVisible()
  await expect(page.getByText('listings watched')).toHaveCount(0)
  const { id } = await mutate(page, dashboard.url, 'watchlists.create', { name: 'Shops' })
  await mutate(page, dashboard.url, 'watchlists.createListings', { id, listings: ['cid:1', 'cid:2'] })
  await page.reload()
  await expect(page.getByText('2 of 100 listings watched.')).toBeVisible()
  await expectGoodLooks(page, 'usage-watched', testInfo.project.name)
})

test('calls are counted against the quota and shown by operation and outcome', async ({
  page,
  account: _,
  dashboard,
}, testInfo) => {
  const { key, id } = await mutate(page, dashboard.url, 'keys.create', { name: 'Backend', monthlyLimit: 500 })
  const { key: rare } = await mutate(page, dashboard.url, 'keys.create', { name: 'Nightly check' })
  const { key: test } = await mutate(page, dashboard.url, 'keys.create', { name: 'CI', test: true })
  await callWithKey(dashboard.url, key)
  await callWithKey(dashboard.url, key, 'search', { name: 'trevi' })
  await page.goto('/usage')
  await expect(page.getByText('998 left.')).toBeVisible()
  await expect(page.getByText(/on \w+ 1 at 00:00 UTC/)).toBeVisible()
  await hydrated(page)
  await page.getByLabel('Table').check()
  const today = byDay(page).locator('tbody tr')
  await expect(today).toHaveCount(1)
  await expect(today.getByRole('cell')).toHaveText(['0', '1', '1', '2'])
  await page.getByLabel('Outcome').check()
  await expect(today.getByRole('cell')).toHaveText(['2', '0', '0', '2'])
  await expect(byKey(page)).toHaveText([/KeyCalls/, /^Backend.*pr_live_.*2 of 500$/])
  await expect(page.getByText('2 other keys made no calls.')).toBeVisible()

  // A call made while the page is open appears when the user returns to it.
  await callWithKey(dashboard.url, key)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByText('997 left.')).toBeVisible()
  await expect(byKey(page).nth(1)).toHaveText(/3 of 500$/)

  // Calls with test keys don't count toward the quota, and calls made with a revoked key still do.
  for (let calls = 0; calls < 4; calls++) await callWithKey(dashboard.url, test)
  await callWithKey(dashboard.url, rare)
  await mutate(page, dashboard.url, 'keys.revoke', { id })
  await page.reload()
  await expect(byKey(page)).toHaveText([
    /KeyCalls/,
    /^CITest.*pr_test_.*4$/,
    /^Nightly check.*1$/,
    /^Dashboard and revoked keys3$/,
  ])
  await expectGoodLooks(page, 'usage-keys', testInfo.project.name)
})

test(
  'a month’s usage can be read from the chart by pointer or keyboard, from the table, and from the CSV',
  { tag: '@phone' },
  async ({ page, account, dashboard, isMobile }, testInfo) => {
    const month = monthOf(1)
    await seedUsage(dashboard.redis, account.id, month, 615, {
      '03:resolve:ok': 400,
      '03:resolve:failed': 12,
      '03:search:ok': 90,
      '04:convert:ok': 125,
      '04:resolve:rejected': 30,
    })
    await page.goto(`/usage?month=${month}`)
    await expect(bars(page)).toHaveCount(4)
    await expectGoodLooks(page, 'usage', testInfo.project.name)

    await chart(page).scrollIntoViewIfNeeded()
    const box = await bars(page).first().boundingBox()
    if (!box) throw new Error('a bar has no place')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await (isMobile ? page.touchscreen.tap(x, y) : page.mouse.move(x, y))
    await expect(readOut(page)).toContainText(`${nameOf(month).slice(0, 3)} 3`)
    await expect(readOut(page)).toContainText('502 calls')
    await expect(readOut(page)).toContainText('Resolve: 400 succeeded, 12 refunded')
    await keepPicture(page, `usage-hover-${testInfo.project.name}-light`)
    await (isMobile ? chart(page).blur() : page.mouse.move(0, 0))
    await expect(readOut(page)).toBeEmpty()

    await chart(page).focus()
    for (const day of [1, 2, 3, 4]) {
      await expect(readOut(page)).toContainText(`${nameOf(month).slice(0, 3)} ${day}`)
      if (day < 4) await page.keyboard.press('ArrowRight')
    }
    await expect(readOut(page)).toContainText('Convert: 125 succeeded')
    await expect(readOut(page)).toContainText('Resolve: 30 rejected')
    await page.keyboard.press('End')
    await expect(readOut(page)).toContainText('0 calls')
    await page.keyboard.press('Home')
    await expect(readOut(page)).toContainText(`${nameOf(month).slice(0, 3)} 1`)
    await page.keyboard.press('Escape')
    await expect(readOut(page)).toBeEmpty()

    await page.getByLabel('Table').check()
    const rows = byDay(page).locator('tbody tr')
    await expect(rows.nth(0).getByRole('cell')).toHaveText(['412', '90', '0', '502'])
    await expect(rows.nth(1).getByRole('cell')).toHaveText(['30', '0', '125', '155'])
    await expect(byDay(page).locator('tfoot').getByRole('cell')).toHaveText(['442', '90', '125', '657'])
    await page.getByLabel('Outcome').check()
    await expect(rows.nth(0).getByRole('cell')).toHaveText(['490', '12', '0', '502'])
    await expectGoodLooks(page, 'usage-table', testInfo.project.name)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe(`pinref-usage-${month}.csv`)
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toBe('date,operation,outcome,calls')
    expect(lines.slice(1, -1).sort()).toEqual([
      `${month}-03,resolve,failed,12`,
      `${month}-03,resolve,ok,400`,
      `${month}-03,search,ok,90`,
      `${month}-04,convert,ok,125`,
      `${month}-04,resolve,rejected,30`,
    ])
  },
)

test(
  'a failed call is listed under recent errors with its key, its code, and advice',
  { tag: '@phone' },
  async ({ page, account: _, dashboard }, { project }) => {
    const { key } = await mutate(page, dashboard.url, 'keys.create', { name: 'Backend' })
    const { key: other } = await mutate(page, dashboard.url, 'keys.create', { name: 'Nightly check' })
    await page.goto('/usage')
    await page.getByRole('link', { name: 'Recent errors' }).click()
    await expect(page.getByText('No errors')).toBeVisible()
    await expectGoodLooks(page, 'errors-empty', project.name)
    expect(await callWithKey(dashboard.url, key, 'convert', { cid: 'x' })).toBe(400)
    expect(await callWithKey(dashboard.url, other, 'resolve', { url: 'https://example.com/' })).toBe(400)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('2 of 2')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectGoodLooks(page, 'errors-list', project.name)
    await page.getByLabel('Code').selectOption('invalid_cid')
    await expect(page.getByText('1 of 2')).toBeVisible()
    await page.getByLabel('Key', { exact: true }).selectOption('Nightly check')
    await expect(page.getByText('No matching errors')).toBeVisible()
    await page.getByLabel('Code').selectOption('All codes')
    await page.getByRole('link', { name: 'unsupported_link' }).click()
    await expect(page).toHaveURL(/\/usage\/errors\?request=[\w-]+$/)
    await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'About this error' })).toHaveAttribute(
      'href',
      '/docs/errors/unsupported_link',
    )
    await expectGoodLooks(page, 'errors-one', project.name)
    await page.goto('/usage/errors?request=0000')
    await expect(page.getByText('Call not found')).toBeVisible()
  },
)

test('every month since the account was created can be opened', async ({ page, account, dashboard }) => {
  await page.goto('/usage')
  await expect(page.getByRole('button', { name: `${nameOf(monthOf(0))} 0 calls` })).toBeVisible()
  await expect(page.getByRole('button', { name: nameOf(monthOf(1)) })).toHaveCount(0)
  await began(dashboard.redis, account.id, 25)
  await seedUsage(dashboard.redis, account.id, monthOf(12), 77, { '15:resolve:ok': 77 })
  await page.goto('/usage')
  const months = page.getByRole('listitem').filter({ has: page.getByRole('button') })
  await expect(months).toHaveCount(13)
  await page.getByRole('button', { name: 'Show all 26 months' }).click()
  await expect(months).toHaveCount(26)
  const yearAgo = page.getByRole('button', { name: `${nameOf(monthOf(12))} 77 calls` })
  await yearAgo.click()
  await expect(yearAgo).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article', { name: nameOf(monthOf(12)) })).toContainText('77 calls')
  await expect(page).toHaveURL(`${dashboard.url}/usage?month=${monthOf(12)}`)
  await page.reload()
  await expect(page.getByRole('article', { name: nameOf(monthOf(12)) })).toContainText('This month is over')
})

test('the usage page compares today with last month, forecasts the month, and shows whether alerts are on', async ({
  page,
  account,
  dashboard,
}, testInfo) => {
  // At noon on the twentieth, 780 of 1,000 calls are used.
  const [month, before] = [monthOf(0), monthOf(1)]
  await began(dashboard.redis, account.id, 1)
  await seedUsage(dashboard.redis, account.id, before, 900, { '19:resolve:ok': 770, '20:resolve:ok': 130 })
  await seedUsage(dashboard.redis, account.id, month, 780, {
    '12:resolve:ok': 660,
    '20:resolve:ok': 100,
    '20:search:ok': 20,
    '20:resolve:rejected': 9,
  })
  await page.clock.setFixedTime(`${month}-20T12:00:00Z`)
  await page.goto('/usage')
  const card = page.getByRole('article', { name: nameOf(month) })
  const dayOfBefore = nameOf(before).replace(/ .*/, ' 20')
  await expect(card).toContainText(`Today so far: 120 calls, 8% fewer than on ${dayOfBefore} (130).`)
  await expect(card).toContainText(
    /At this rate, about 1,[12]\d0 calls by \w+ \d\d\. Your plan’s 1,000 would be used up/,
  )
  await expect(card).toContainText('This server can’t send alerts at 80% (800 calls) and 100% yet.')
  await expect(card.getByRole('link', { name: 'Change alerts' })).toHaveAttribute('href', '/account#alerts')
  await expect(bars(page).first()).toBeVisible()
  await expectGoodLooks(page, 'usage-forecast', testInfo.project.name)
  await page.getByRole('button', { name: `${nameOf(before)} 900 calls` }).click()
  await expect(page.getByRole('article', { name: nameOf(before) })).not.toContainText('Today')

  await mutate(page, dashboard.url, 'account.switchAlert', { alert: 'quota', on: false })
  await page.goto('/usage')
  await expect(card).toContainText('Alerts at 80% (800 calls) and 100% are turned off.')
  await card.getByRole('link', { name: 'Turn on alerts' }).click()
  await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
})

test('the usage page shows that the quota is used up, and links to the plans', async ({
  page,
  account,
  dashboard,
}, testInfo) => {
  await seedUsage(dashboard.redis, account.id, monthOf(0), 1000, { '01:resolve:ok': 1000 })
  await page.goto('/usage')
  await expect(page.getByText('0 left.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'see plans' })).toHaveAttribute('href', '/pricing')
  await expect(bars(page)).toHaveCount(1)
  await expectGoodLooks(page, 'usage-used-up', testInfo.project.name)

  await mutate(page, dashboard.url, 'plans.choose', { plan: 'unlimited' })
  await page.reload()
  await expect(page.getByText('Your plan is unlimited.')).toBeVisible()
})

test('the usage page loads little code, even with a chart', async ({ page, account, dashboard }) => {
  const sizes: Array<Promise<number>> = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await seedUsage(dashboard.redis, account.id, monthOf(0), 1, { '01:resolve:ok': 1 })
  await page.goto('/usage')
  await expect(bars(page)).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(190_000)
})

test('the usage page says when the store is down, and recovers when it is back', async ({
  page,
  account: _,
  dashboard,
}, testInfo) => {
  await withoutStore(dashboard, async () => {
    await page.goto('/usage')
    await expect(page.getByRole('heading', { name: 'The store is unavailable' })).toBeVisible()
    await expectGoodLooks(page, 'usage-store-down', testInfo.project.name)
  })
  await tryAgainUntil(page, page.getByText('1,000 left.'))
})

test('the usage page links to sign-in if the session has ended', async ({ page, account, dashboard }) => {
  await began(dashboard.redis, account.id, 3)
  await page.goto('/usage')
  await expect(page.getByText('1,000 left.')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('button', { name: new RegExp(`^${nameOf(monthOf(2))}`) }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/sign-in?next=%2Fusage',
  )
  expect(page.url()).toContain(dashboard.url)
})

test('an agency labels keys with clients, and finds each client’s calls in the chart and the CSV', async ({
  page,
  account: _,
  dashboard,
}, { project }) => {
  const { key: own } = await mutate(page, dashboard.url, 'keys.create', { name: 'Own site' })
  const { key } = await mutate(page, dashboard.url, 'keys.create', { name: 'Acme shop', client: 'Acme' })
  await page.goto('/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await expect(dialog.locator('datalist option')).toHaveCount(1)
  await dialog.getByLabel('Name', { exact: true }).fill('Globex feed')
  await dialog.getByLabel('Client').fill('Globex, Inc.')
  await expectGoodLooks(page, 'keys-client', project.name)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const globex = await page.getByText(/^pr_live_\w{44}$/).textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Client').selectOption('Globex, Inc.')
  await expect(page.getByRole('table', { name: 'Your keys' }).locator('tbody tr')).toHaveText([
    /Globex feed.*for Globex/,
  ])
  await expectGoodLooks(page, 'keys-of-client', project.name)

  for (const one of [own, key, key, key, globex ?? '', globex ?? '']) await callWithKey(dashboard.url, one)
  await page.goto('/usage')
  await hydrated(page)
  await page.getByLabel('Key', { exact: true }).check()
  await expect(bars(page)).toHaveCount(3)
  await expectGoodLooks(page, 'usage-by-key', project.name)
  await page.getByLabel('Client', { exact: true }).check()
  await page.getByLabel('Table').check()
  await expect(byDay(page).getByRole('columnheader')).toHaveText(['Day', 'Acme', 'Globex, Inc.', 'No client', 'All'])
  await expect(byDay(page).locator('tfoot').getByRole('cell')).toHaveText(['3', '2', '1', '6'])
  await expectGoodLooks(page, 'usage-by-client', project.name)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n')
  const month = monthOf(0)
  expect(lines.slice(0, -1)).toEqual([
    '\ufeffmonth,client,calls',
    `${month},Acme,3`,
    `${month},"Globex, Inc.",2`,
    `${month},No client,1`,
  ])
})
