import { type Page, test as plain } from '@playwright/test'
import { clipboard, colosseum, expect, hydrated, test } from './pinref'

/** The form on an operation's page that calls the operation. */
const formOf = (page: Page) => page.getByRole('region', { name: 'Try it' })

test('the reference sends a real call and shows its response', async ({ page }) => {
  await page.goto('/docs/reference/resolve')
  await hydrated(page)
  const form = formOf(page)
  await expect(form.getByText('Example response'), 'before there is a real one').toBeVisible()
  await form.getByRole('textbox', { name: 'url' }).fill(colosseum.placeId)
  await form.getByLabel('details').selectOption('full')
  const [call] = await Promise.all([
    page.waitForRequest('**/api/resolve'),
    form.getByRole('button', { name: 'Send' }).click(),
  ])
  expect(call.postDataJSON()).toEqual({ url: colosseum.placeId, details: 'full' })
  await expect(form.getByText(/^200 in \d+ ms$/).first()).toBeVisible()
  await expect(form.getByText(`"cid": "${colosseum.cid}"`)).toBeVisible()
  await expect(form.getByText('x-ratelimit-remaining')).toBeVisible()

  await form.getByRole('radio', { name: 'Python' }).check()
  await form.getByRole('button', { name: 'Copy Look up a listing: Python' }).click()
  await expect
    .poll(() => clipboard(page))
    .toContain(`data=json.dumps({"url": "${colosseum.placeId}", "details": "full"}).encode()`)
})

test('the reference sends a batch entered as JSON', async ({ page }) => {
  await page.goto('/docs/reference/batch')
  await hydrated(page)
  const form = formOf(page)
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

test('the reference says when a call gets no response, and keeps the input', async ({ page, context }) => {
  await page.goto('/docs/reference/search')
  await hydrated(page)
  const form = formOf(page)
  await form.getByRole('textbox', { name: 'name' }).fill('museum')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('No response.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'name' })).toHaveValue('museum')
})

// `plain`, because the browser itself logs failed responses.
plain('the reference shows the answer to a call with a wrong key', async ({ page }) => {
  await page.goto('/docs/reference/convert')
  await hydrated(page)
  const form = formOf(page)
  await form.getByLabel(/^API key/).fill('pr_live_wrong')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText(/^401 in/).first()).toBeVisible()
  await expect(form.getByText('"code": "invalid_api_key"')).toBeVisible()
  await page.getByRole('navigation', { name: 'Docs' }).getByRole('link', { name: 'Find listings by name' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find listings by name')
  await expect(formOf(page).getByLabel(/^API key/), 'typed once for all').toHaveValue('pr_live_wrong')
  await page.reload()
  await expect(formOf(page).getByLabel(/^API key/), 'a live key is stored nowhere').toHaveValue('')
  await formOf(page).getByRole('button', { name: 'Use a test key' }).click()
  await expect(formOf(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/sign-in?next=%2Fdocs%2Freference%2Fsearch',
  )
})
