import type { Page } from '@playwright/test'
import { expectGoodLooks } from './looks'
import { answerOf, boxOf, colosseum, expect, lookUp, open, test } from './pinref'

test.use({ serviceWorkers: 'allow' })

const encoded = encodeURIComponent(colosseum.link)

/** Opens the page and waits until its service worker runs. */
async function withWorker(page: Page) {
  await open(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
}

test('the manifest makes Pinref an app that listings can be shared to', async ({ page, request }) => {
  await open(page)
  const devTools = await page.context().newCDPSession(page)
  const { url, errors, data } = await devTools.send('Page.getAppManifest')
  expect({ path: new URL(url).pathname, errors }).toEqual({ path: '/manifest.webmanifest', errors: [] })
  const { share_target, icons, start_url, display } = JSON.parse(data ?? '')
  expect({ start_url, display }).toEqual({ start_url: '/', display: 'standalone' })
  expect(share_target).toEqual({
    action: '/share',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  })
  for (const { src, sizes, type } of icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    const png = await icon.body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(icons.map(({ purpose = 'any' }) => purpose)).toEqual(['any', 'any', 'maskable'])
})

test(
  'a shared listing is looked up immediately, and a share without a listing says so',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await withWorker(page)
    for (const shared of [
      `text=${encodeURIComponent(`Colosseum\n${colosseum.link}`)}&title=Colosseum`,
      `url=${encodeURIComponent(colosseum.placeId)}`,
    ]) {
      await page.goto(`/share?${shared}`)
      await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
      await expect(answerOf(page).getByText('502,371 reviews'), 'looked up at once').toBeVisible()
      await expect(page).toHaveURL(/\/\?q=[^&]+$/)
      await expect(answerOf(page).getByRole('term').first(), 'the review link comes first').toContainText('Review link')
      const [code, cid] = [
        answerOf(page).getByLabel(/^QR code that opens the review form/),
        answerOf(page).getByText('CID').first(),
      ]
      await expect(code).toBeInViewport()
      expect((await code.boundingBox())?.y ?? 0).toBeLessThan((await cid.boundingBox())?.y ?? 0)
    }
    await page.goto('/share?title=Colosseum')
    await expect(page.getByRole('heading', { name: 'Nothing to look up' })).toBeVisible()
    await expectGoodLooks(page, 'share-nothing', project.name)
  },
)

test(
  'without a network, shared links are still read and CIDs are still converted',
  { tag: '@phone' },
  async ({ page, context }, { project }) => {
    await withWorker(page)
    await context.setOffline(true)
    await page.goto(`/share?text=${encodeURIComponent(`Look at this: ${colosseum.link}`)}`)
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
    const box = page.getByLabel(/Maps link, place id/)
    const answer = answerOf(page)
    await expect(answer.getByRole('heading', { name: 'Colosseum' })).toBeVisible()
    await expect(answer.getByRole('button', { name: 'Copy place id' })).toBeVisible()
    await expectGoodLooks(page, 'offline', project.name)
    await box.fill('0x6c296c66619367e0')
    await expect(answer.getByText('7793879817120868320').first(), 'a CID is converted').toBeVisible()
    await box.fill('https://maps.app.goo.gl/FoksPtKVKYoeAt4w8')
    await expect(page.getByText('Share link. You need a connection to find its listing.')).toBeVisible()
    await box.fill(colosseum.placeId)
    await page.getByRole('button', { name: 'Look it up online' }).click()
    await expect(box, 'what was typed stays').toHaveValue(colosseum.placeId)

    await context.setOffline(false)
    await page.getByRole('button', { name: 'Look it up online' }).click()
    await expect(answer.getByText('502,371 reviews')).toBeVisible()
  },
)

test('opening a link from another site does not use up a lookup', async ({ page, baseURL }) => {
  await withWorker(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listings.resolve')) requests.push(request.url())
  })
  for (const path of [`/share?text=${encoded}`, `/?q=${encoded}&sent=1`]) {
    await page.route('http://foreign.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}${path}">Win a prize</a>` }),
    )
    await page.goto('http://foreign.example/')
    await page.getByRole('link').click()
    await expect(answerOf(page).getByText('Read from the text itself, without a lookup.')).toBeVisible()
    await page.unrouteAll()
  }
  expect(requests).toEqual([])
})

test('the browser caches the offline page but no API responses, and drops an older build’s cache', async ({ page }) => {
  await withWorker(page)
  await lookUp(page, colosseum.link)
  await expect(answerOf(page).getByText('502,371 reviews')).toBeVisible()
  // An older build's cache. The other cache is not Pinref's.
  await page.evaluate(async () => {
    await caches.open('pinref-older')
    await caches.open('of somebody else')
    await (await navigator.serviceWorker.ready).unregister()
  })
  await withWorker(page)
  await expect
    .poll(() => page.evaluate(() => caches.keys()))
    .toEqual([expect.stringMatching(/^pinref-\w+$/), 'of somebody else'].sort())
  const paths = await page.evaluate(async () => {
    const [own = ''] = (await caches.keys()).filter((name) => name.startsWith('pinref-'))
    return (await (await caches.open(own)).keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(paths.filter((path) => !path.startsWith('/_next/static/')).sort()).toEqual(['/offline', '/page.js'])
  expect(paths.filter((path) => path.endsWith('.css') || path.endsWith('.woff2')).length).toBeGreaterThan(1)
})

test('the bookmarklet opens the tab’s map link in Pinref', async ({ page, context }) => {
  await page.goto('/docs/share')
  const link = page.getByRole('link', { name: 'Look up in Pinref' })
  await expect(link).toHaveAttribute('href', /^javascript:/)
  const code = (await link.getAttribute('href'))?.replace('javascript:', '') ?? ''
  await page.route('https://www.google.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'A map' }))
  await page.goto(colosseum.link)
  const [opened] = await Promise.all([context.waitForEvent('page'), page.evaluate(code)])
  await expect(boxOf(opened)).toHaveValue(colosseum.link)
  await expect(answerOf(opened).getByText(colosseum.placeId).first()).toBeAttached()
})
