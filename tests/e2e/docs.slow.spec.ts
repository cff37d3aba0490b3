import { test as plain } from '@playwright/test'
import { docsPages } from '@/components/docs/pages'
import { errorCodes } from '@/server/platform/problems/errors'
import { expectGoodLooks } from './looks'
import { clipboard, expect, hydrated, litTextIn, test } from './pinref'

const pages: Array<{ path: string; heading: string }> = [
  ...docsPages.map(({ path, title }) => ({ path, heading: title })),
  { path: '/docs/reference/resolve', heading: 'Look up a listing' },
  { path: '/docs/reference/batches-updatePart', heading: 'Send a part' },
  { path: '/docs/errors/invalid_request', heading: 'Invalid request' },
  { path: '/changelog', heading: 'Changelog' },
]

for (const { path, heading } of pages) {
  test(`${path} is accessible and fits the screen`, async ({ page }, { project }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectGoodLooks(page, `docs${path.replaceAll('/', '-')}`, project.name)
  })
}

test('no link from the docs to a Pinref page is broken', async ({ request, baseURL }) => {
  const found = new Map<string, string>()
  const bodies = new Map<string, string>()
  async function bodyOf(path: string, from?: string): Promise<string> {
    let body = bodies.get(path)
    if (body === undefined) {
      const response = await request.get(path)
      expect(response.status(), `${path}, linked from ${from}`).toBe(200)
      body = await response.text()
      bodies.set(path, body)
    }
    return body
  }
  const document: { paths: Record<string, Record<string, { operationId: string }>> } = await (
    await request.get('/api/openapi.json')
  ).json()
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const paths = [
    ...pages.map(({ path }) => path),
    ...operations.map(({ operationId }) => `/docs/reference/${operationId}`),
    ...errorCodes.map((code) => `/docs/errors/${code}`),
  ]
  for (const path of paths) {
    for (const [, href = ''] of (await bodyOf(path)).matchAll(/<a\b[^>]* href="([^"]+)"/g)) {
      found.set(new URL(href.replaceAll('&amp;', '&'), `${baseURL}${path}`).href, path)
    }
  }
  const own = [...found].filter(([href]) => new URL(href).origin === baseURL)
  expect(own.length).toBeGreaterThan(50)
  for (const [href, from] of own) {
    const { pathname, search, hash } = new URL(href)
    // Examples have their own test.
    if (pathname === '/' && search) continue
    const body = await bodyOf(pathname, from)
    // This page shows its sections only to signed-in users; account.spec.ts opens them.
    if (pathname === '/account') continue
    if (hash) expect(body, `${pathname}${hash}, linked from ${from}`).toContain(`id="${hash.slice(1)}"`)
  }
})

test('/llms.txt lists every docs page, and every page it lists exists', async ({ request }) => {
  const text = await (await request.get('/llms.txt')).text()
  const paths = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths).toEqual(expect.arrayContaining(docsPages.map(({ path }) => path)))
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200)
})

test('a chosen sample language applies on all pages and is remembered', async ({ page }) => {
  await page.goto('/docs/lookups')
  await page
    .getByRole('group', { name: /^Look up a listing/ })
    .getByRole('radio', { name: 'Python' })
    .check()
  const search = page.getByRole('group', { name: /^Find listings by name/ })
  await expect(search.getByRole('radio', { name: 'Python' })).toBeChecked()
  await page.goto('/docs/authentication')
  const key = page.getByRole('group', { name: /^Look up with a key/ })
  await expect(key.getByRole('radio', { name: 'Python' })).toBeChecked()
  await page.getByRole('button', { name: 'Copy Look up with a key: Python' }).click()
  await expect.poll(() => clipboard(page)).toContain('"X-API-Key": "YOUR_API_KEY"')
})

test('a section’s old URL redirects to its current location', async ({ page }) => {
  await page.goto('/docs/reference#batches-create')
  await expect(page).toHaveURL(/\/docs\/reference\/batches-create$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create a batch')
  await page.goto('/docs#batch')
  await expect(page).toHaveURL(/\/docs\/lookups#batch$/)
})

test(
  'the search finds sections, fields, and error codes, and works with the keyboard',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await page.goto('/docs')
    await hydrated(page)
    const box = page.getByRole('combobox', { name: 'Search and commands' })
    const option = (name: string) => page.getByRole('option', { name }).first()
    if (project.name === 'phone') await page.getByRole('button', { name: 'Search docs' }).click()
    else await page.keyboard.press('ControlOrMeta+k')
    await expect(box).toBeFocused()

    await box.fill('schema_hasmap')
    await expect(page.getByRole('group', { name: 'Look up a listing' })).toBeVisible()
    await expect(option('schema_hasmap')).toHaveAttribute('aria-selected', 'true')
    await expectGoodLooks(page, 'docs-search', project.name)
    await box.fill('xyzzy')
    await expect(page.getByText('1 result.')).toBeVisible()
    await expect(option('Search for a business named “xyzzy”')).toBeVisible()

    await box.fill('retry')
    await expect(option('When to retry')).toBeVisible()
    await box.press('ArrowDown')
    await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
    await box.press('ArrowUp')
    await box.fill('monthly_quota_exhausted')
    await expect(option('monthly_quota_exhausted')).toHaveAttribute('aria-selected', 'true')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/docs\/errors\/monthly_quota_exhausted$/)
    await expect(box).toHaveCount(0)

    await page.getByRole('button', { name: 'Search docs' }).click()
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
  },
)

test('the search says when it could not be loaded, and opens on the next attempt', async ({ page, context }) => {
  await page.goto('/docs')
  await hydrated(page)
  const button = page.getByRole('button', { name: 'Search docs' })
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText('The menu couldn’t be loaded.')).toBeVisible()
  await context.setOffline(false)
  await button.click()
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
})

test(
  '“On this page” lists the page’s headings and marks the current one',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    for (const path of ['/docs/batches', '/docs/guides/review-links']) {
      await page.goto(path)
      await hydrated(page)
      if (project.name === 'phone') await page.getByText('On this page', { exact: true }).first().click()
      const list = page.getByRole('navigation', { name: 'On this page' })
      expect(await list.getByRole('link').allTextContents()).toEqual(await page.locator('article h2').allTextContents())
      const second = list.getByRole('link').nth(1)
      await second.click()
      await expect(page).toHaveURL(/#\w+/)
      if (project.name === 'desktop') await expect(second).toHaveAttribute('aria-current', 'location')
    }
  },
)

test('the table of contents and the page links open other pages', { tag: '@phone' }, async ({ page }, { project }) => {
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supported links')
})

test('hovering over the identifier diagram highlights the matching bytes', async ({ page }) => {
  await page.goto('/docs/identifiers')
  const picture = page.getByRole('figure').first()
  await picture.getByRole('columnheader', { name: 'Cell' }).hover()
  await expect.poll(() => litTextIn(picture.getByRole('row', { name: 'Feature id' }))).toMatch(/^[0-9a-f]{15,16}$/)
})

// `plain`, because the browser itself logs blocked requests.
plain('a script injected into a page does not run', async ({ page }) => {
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
