import { type Page, test as plain } from '@playwright/test'
import { docsPages } from '@/components/docs/pages'
import { errorCodes } from '@/server/errors'
import { expectGoodLooks } from './looks'
import { clipboard, colosseum, expect, hydrated, test } from './pinref'

const pages: Array<{ path: string; heading: string }> = [
  ...docsPages.map(({ path, title }) => ({ path, heading: title })),
  { path: '/docs/errors/invalid_request', heading: 'Invalid request' },
  { path: '/changelog', heading: 'Changelog' },
]

/** The form in the reference that calls an operation. */
const formOf = (page: Page, path: string) => page.getByRole('region', { name: `POST ${path}` })

for (const { path, heading } of pages) {
  test(`${path} is accessible and fits its width`, async ({ page }, { project }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectGoodLooks(page, `docs${path.replaceAll('/', '-')}`, project.name)
  })
}

test('no link in the docs is broken', { tag: '@any-width' }, async ({ request, baseURL }) => {
  const found = new Map<string, string>()
  const paths = [...pages.map(({ path }) => path), ...errorCodes.map((code) => `/docs/errors/${code}`)]
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    for (const [, href = ''] of html.matchAll(/<a\b[^>]* href="([^"]+)"/g)) {
      found.set(new URL(href.replaceAll('&amp;', '&'), `${baseURL}${path}`).href, path)
    }
  }
  const own = [...found].filter(([href]) => new URL(href).origin === baseURL)
  expect(own.length).toBeGreaterThan(50)
  const bodies = new Map<string, string>()
  for (const [href, from] of own) {
    const { pathname, search, hash } = new URL(href)
    // Examples have their own test.
    if (pathname === '/' && search) continue
    if (!bodies.has(pathname)) {
      const response = await request.get(pathname)
      expect(response.status(), `${pathname}, linked from ${from}`).toBe(200)
      bodies.set(pathname, await response.text())
    }
    if (hash) expect(bodies.get(pathname), `${pathname}${hash}, linked from ${from}`).toContain(`id="${hash.slice(1)}"`)
  }
})

test('/llms.txt lists every page and no missing one', { tag: '@any-width' }, async ({ request }) => {
  const text = await (await request.get('/llms.txt')).text()
  const paths = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths).toEqual(expect.arrayContaining(docsPages.map(({ path }) => path)))
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200)
})

test('the reference sends a real call and shows its answer', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/docs/reference')
  const form = formOf(page, '/api/resolve')
  await form.getByRole('textbox', { name: 'url' }).fill(colosseum.placeId)
  const [call] = await Promise.all([
    page.waitForRequest('**/api/resolve'),
    form.getByRole('button', { name: 'Send' }).click(),
  ])
  expect(call.postDataJSON()).toEqual({ url: colosseum.placeId })
  await expect(form.getByText(/^200 in \d+ ms$/).first()).toBeVisible()
  await expect(form.getByText(`"cid": "${colosseum.cid}"`)).toBeVisible()
  await expect(form.getByText('x-ratelimit-remaining')).toBeVisible()

  await form.getByText('The same call as code').click()
  await form.getByRole('tab', { name: 'Python' }).click()
  await form.getByRole('button', { name: 'Copy Python code' }).click()
  expect(await clipboard(page)).toContain(`data=json.dumps({"url": "${colosseum.placeId}"}).encode()`)
})

test('the reference sends a batch that is written as JSON', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/docs/reference')
  await hydrated(page)
  const form = formOf(page, '/api/batch')
  const send = async () => {
    const [call] = await Promise.all([
      page.waitForRequest('**/api/batch'),
      form.getByRole('button', { name: 'Send' }).click(),
    ])
    return call.postDataJSON()
  }
  const items = [{ operation: 'convert', cid: '0xABC' }, { operation: 'convert' }]
  await form.getByRole('textbox', { name: 'items' }).fill(JSON.stringify(items))
  expect(await send()).toEqual({ items })
  await expect(form.getByText(/^200 in \d+ ms$/).first()).toBeVisible()
  await expect(form.getByText('"cid_decimal": "2748"')).toBeVisible()
  await expect(form.getByText('"pointer": "/items/1/cid"')).toBeVisible()
})

test('the reference reports a missing answer and keeps what was typed', { tag: '@any-width' }, async ({
  page,
  context,
}) => {
  await page.goto('/docs/reference')
  const form = formOf(page, '/api/search')
  await form.getByRole('textbox', { name: 'name' }).fill('museum')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('No response.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'name' })).toHaveValue('museum')
})

test('a chosen sample language applies everywhere and is remembered', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/docs')
  await page
    .getByRole('tablist', { name: /^Look up a listing/ })
    .getByRole('tab', { name: 'Python' })
    .click()
  const search = page.getByRole('tablist', { name: /^Find listings by name/ })
  await expect(search.getByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/docs/authentication')
  const key = page.getByRole('tablist', { name: /^Look up with a key/ })
  await expect(key.getByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Copy Look up with a key: Python' }).click()
  expect(await clipboard(page)).toContain('"X-API-Key": "YOUR_API_KEY"')
})

test('the table of contents leads from page to page', async ({ page }, { project }) => {
  await page.goto('/docs')
  const contents = page.getByRole('navigation', { name: 'Docs' })
  if (project.name === 'phone') await page.getByText('Docs: Quick start').click()
  await contents.getByRole('link', { name: 'Identifiers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Identifiers')
  if (project.name === 'phone') await page.getByText('Docs: Identifiers').click()
  await expect(contents.getByRole('link', { name: 'Identifiers' })).toHaveAttribute('aria-current', 'page')
  await page
    .getByRole('navigation', { name: 'Next pages' })
    .getByRole('link', { name: /^Previous/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Links understood')
})

test('hovering over the identifier diagram highlights the matching bytes', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/docs/identifiers')
  const picture = page.getByRole('figure').first()
  await picture.getByRole('columnheader', { name: 'Cell' }).hover()
  await expect(picture.getByRole('row', { name: 'Feature id' }).locator('[data-lit]').first()).toBeVisible()
})

// The browser itself logs the next two: failed answers, and what it blocks.

plain('the reference shows what a call with a wrong key is answered', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/docs/reference')
  const form = formOf(page, '/api/convert')
  await form.getByLabel(/^API key/).fill('pr_live_wrong')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText(/^401 in/).first()).toBeVisible()
  await expect(form.getByText('"code": "invalid_api_key"')).toBeVisible()
  await expect(formOf(page, '/api/search').getByLabel(/^API key/), 'typed once for all').toHaveValue('pr_live_wrong')
})

plain('a script that somebody smuggles into a page does not run', { tag: '@any-width' }, async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  await page.goto('/docs')
  await page.evaluate(() => {
    const smuggled = document.createElement('p')
    smuggled.innerHTML = '<img src="data:," onerror="globalThis.smuggled = true">'
    document.body.append(smuggled)
  })
  await expect.poll(() => refused.join()).toContain('Content Security Policy')
  expect(await page.evaluate(() => 'smuggled' in globalThis)).toBe(false)
})
