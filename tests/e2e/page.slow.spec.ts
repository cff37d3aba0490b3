import { boxOf, expect, open, test } from './pinref'

/** The most gzipped JavaScript, in bytes, that a phone on a slow connection can handle. */
const scriptBudget = 150_000

test('the start page loads less than 150 KB of JavaScript', async ({ page }) => {
  const scripts: Array<Promise<number>> = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await open(page)
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(scriptBudget)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the start page is readable and explains that lookups need JavaScript', async ({ page }) => {
    const response = await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring a list of businesses, and keep it right')
    await expect(boxOf(page)).toBeVisible()
    await expect(page.getByText('17759648132674796470').first()).toBeVisible()
    // The emulation turns scripts off too late for Chromium to render <noscript>.
    expect(await response?.text()).toContain('Lookups on this page need JavaScript.')
    await expect(page.getByText('POST /api/resolve')).toBeVisible()
  })
})

test('the API examples are real responses', async ({ page, request }) => {
  await open(page)
  const articles = page.locator('#api article')
  await expect(articles).toHaveCount(3)
  for (const article of await articles.all()) {
    const [call = '', answer = ''] = await article.locator('pre').allTextContents()
    const [, path = '', body = ''] = /\/\/[^/]+(\/\S+) \\\n(?: {2}-H .* \\\n)* {2}-d '(.*)'$/.exec(call) ?? []
    const real = await (await request.post(path, { data: body })).json()
    const shown = JSON.parse(answer)
    if (real.rate_limit) shown.rate_limit = real.rate_limit
    if (real.results) real.results = real.results.slice(0, 1)
    expect(real).toEqual(shown)
  }
})

test('the “Look up” button has no transition with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const button = page.getByRole('button', { name: 'Look up', exact: true })
  expect(await button.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0s')
})
