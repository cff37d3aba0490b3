import { expect, test } from './pinref'

test('search engines find every page, each under one address', { tag: '@any-width' }, async ({ request }) => {
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
    const [, canonical = ''] = /<link rel="canonical" href="([^"]+)"/.exec(await page.text()) ?? []
    expect(new URL(canonical).href, url).toBe(new URL(url).href)
  }
  const shared = await (await request.get('/?q=0x7')).text()
  expect(pathOf(/<link rel="canonical" href="([^"]+)"/.exec(shared)?.[1] ?? '')).toBe('/')
  expect(shared).not.toMatch(/rel="canonical" href="[^"]*\?/)
})

test('browsers that look for an icon by its old name find one', { tag: '@any-width' }, async ({ request }) => {
  const icon = await request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toBe('image/x-icon')
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0])
})

test('the skip link covers nothing', async ({ page }) => {
  await page.goto('/pricing')
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Skip to content' })
  await expect(link).toBeFocused()
  const logo = await page.getByRole('banner').boundingBox()
  const box = await link.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(logo?.y ?? 0)
})
