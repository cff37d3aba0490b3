import type { Page } from '@playwright/test'
import { chromium } from 'playwright'
import { chromiumPath } from './chromium'
import { expectGoodLooks } from './looks'
import { colosseum, expect, test } from './pinref'

test('every page in the sitemap has one canonical URL and its own preview picture', async ({ request }) => {
  test.slow()
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /account\n')
  const [, address = ''] = /^Sitemap: (.*)$/m.exec(robots) ?? []
  const pathOf = (url: string) => new URL(url).pathname
  const map = await (await request.get(pathOf(address))).text()
  const urls = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
  expect(urls.map(pathOf)).toEqual(expect.arrayContaining(['/', '/pricing', '/docs/links', '/docs/errors/invalid_cid']))
  for (const url of urls) {
    const page = await request.get(pathOf(url))
    expect(page.status(), url).toBe(200)
    const html = await page.text()
    const [, canonical = ''] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? []
    expect(new URL(canonical).href, url).toBe(new URL(url).href)
    expect(picturesOf(html), url).toEqual([`${new URL(url).origin}/og?${new URLSearchParams({ page: pathOf(url) })}`])
  }
  const shared = await (await request.get('/?q=0x7')).text()
  expect(pathOf(/<link rel="canonical" href="([^"]+)"/.exec(shared)?.[1] ?? '')).toBe('/')
  expect(shared).not.toMatch(/rel="canonical" href="[^"]*\?/)
})

/** Returns the URLs of a page's preview pictures. */
const picturesOf = (html: string) =>
  [...html.matchAll(/<meta property="og:image" content="([^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )

test('a shared lookup has its listing’s preview picture, or the start page’s if there is no listing', async ({
  request,
}) => {
  const shared = await (await request.get(`/?q=${encodeURIComponent(colosseum.link)}`)).text()
  expect(shared).toContain('<meta property="og:title" content="Colosseum"/>')
  expect(shared).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  const [picture = ''] = picturesOf(shared)
  expect(new URL(picture).searchParams.get('q')).toBe(colosseum.link)
  const { pathname, search } = new URL(picture)
  const drawn = await request.get(pathname + search)
  expect(drawn.status()).toBe(200)
  expect(drawn.headers()).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
  const png = await drawn.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630])
  // A short link's target is not known yet, and text that is not a link doesn't point to a listing.
  for (const text of ['https://maps.app.goo.gl/abc', 'British Museum', 'x'.repeat(3_000)]) {
    const [page = ''] = picturesOf(await (await request.get(`/?q=${encodeURIComponent(text)}`)).text())
    expect(new URL(page).search).toBe('?page=%2F')
  }
  const other = await request.get('/og?page=/no-such-page')
  expect((await other.body()).equals(await (await request.get('/og')).body())).toBe(true)
})

test('browsers that request /favicon.ico get an icon', async ({ request }) => {
  const icon = await request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toBe('image/x-icon')
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0])
})

test('the skip link does not cover the header', async ({ page }) => {
  await page.goto('/pricing')
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Skip to content' })
  await expect(link).toBeFocused()
  const logo = await page.getByRole('banner').boundingBox()
  const box = await link.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(logo?.y ?? 0)
})

test('browsers can keep the public pages in their back/forward cache', async ({ baseURL }) => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    // Playwright turns off the back/forward cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const reasons: string[] = []
    for (const path of ['/', '/pricing', '/docs']) {
      const hasWorker = path === '/'
      const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: hasWorker ? 'allow' : 'block' })
      const session = await page.context().newCDPSession(page)
      await session.send('Page.enable')
      const reported = new Promise<string[]>((resolve) =>
        session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
          resolve(notRestoredExplanations.map(({ reason }) => reason)),
        ),
      )
      await page.goto(path)
      if (hasWorker) {
        await page.evaluate(() => navigator.serviceWorker.ready)
        // From now on, the page is loaded through the service worker.
        await page.reload()
      }
      await page.goto('/changelog')
      await page.goBack()
      reasons.push(...(await reported))
      await page.close()
    }
    // The headless shell has no back/forward cache and reports these reasons. The page would cause any other reason.
    const browsersOwn = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped']
    expect(reasons.filter((reason) => !browsersOwn.includes(reason))).toEqual([])
  } finally {
    await browser.close()
  }
})

test('the footer links to terms and privacy, but not to source code if the operator has not set its URL', async ({
  page,
  request,
}, { project }) => {
  await page.goto('/contact')
  const foot = page.getByRole('contentinfo')
  await expect(page.getByRole('main')).toContainText('hasn’t published an address')
  await expectGoodLooks(page, 'contact', project.name)
  await foot.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { name: 'What it costs' })).toBeVisible()
  await expectGoodLooks(page, 'terms', project.name, 'main')
  await foot.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('main')).toContainText('Google receives short links')
  await expectGoodLooks(page, 'privacy', project.name, 'main')
  // This server's operator has not set a source code URL or a contact for vulnerability reports.
  await expect(foot.getByRole('link', { name: 'Source' })).toHaveCount(0)
  expect((await request.get('/.well-known/security.txt')).status()).toBe(404)
})

/** Returns the page's background color, which differs by theme. */
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

/** Returns the browser's toolbar colors in the current color scheme. */
const barMedia = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  )

test('in a system contrast theme, the main button and the selected tab have borders', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const borderOf = (element: Element) => {
    const { borderBottomStyle, borderBottomWidth, borderBottomColor } = getComputedStyle(element)
    return [borderBottomStyle, borderBottomWidth, borderBottomColor]
  }
  const button = await page.getByRole('button', { name: 'Look up' }).first().evaluate(borderOf)
  expect(button.slice(0, 2)).toEqual(['solid', '2px'])
  const tabs = page.getByRole('group', { name: 'What to do' }).locator('label')
  const selected = await tabs.filter({ has: page.locator(':checked') }).evaluate(borderOf)
  const other = await tabs
    .filter({ hasNot: page.locator(':checked') })
    .first()
    .evaluate(borderOf)
  expect(selected.slice(0, 2)).toEqual(['solid', '2px'])
  expect(selected).not.toEqual(other)
})

test('a selected theme applies to other pages from their first paint, and to other open tabs', {
  tag: '@phone',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/terms')
  const light = await paper(page)
  expect(await barMedia(page)).toEqual(['#f4eee1'])
  const theme = (name: string) => page.getByRole('contentinfo').getByText(name, { exact: true })
  await theme('Dark').click()
  const dark = await paper(page)
  expect(dark).not.toBe(light)
  expect(await barMedia(page)).toEqual(['#0b1310'])

  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  // Records the theme when the body appears: after the head, before the first paint.
  await other.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.dataset.theme })
    }).observe(document, { childList: true, subtree: true })
  })
  await other.goto('/privacy')
  expect(await other.evaluate(() => Reflect.get(window, 'firstTheme'))).toBe('dark')
  expect(await paper(other)).toBe(dark)
  await expect(other.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await barMedia(other)).toEqual(['#0b1310'])

  await other.getByRole('contentinfo').getByText('System', { exact: true }).click()
  expect(await paper(other)).toBe(light)
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'System' })).toBeChecked()
  expect(await paper(page)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paper(page)).toBe(dark)
  await theme('Light').click()
  expect(await paper(page)).toBe(light)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' })

  test('the page follows the system’s theme and has no theme switch', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByRole('contentinfo').getByText('Light', { exact: true })).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(11, 19, 16)')
  })
})
