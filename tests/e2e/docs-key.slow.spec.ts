import { expectGoodLooks } from './looks'
import { hydrated } from './pinref'
import { expect, test } from './signed-in'

test(
  'a signed-in reader of the docs makes a test key with one click and calls an operation with the key',
  { tag: '@phone' },
  async ({ page, account }, { project }) => {
    expect(account.id).not.toBe('')
    await page.goto('/docs/reference/usage-get')
    await hydrated(page)
    const form = page.getByRole('region', { name: 'Try it' })
    const key = form.getByLabel(/^API key/)
    await form.getByRole('button', { name: 'Use a test key' }).click()
    await expect(key).toHaveValue(/^pr_test_/)
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByText(/^200 in \d+ ms$/).first()).toBeVisible()
    await expect(form.getByText('Docs test key')).toBeVisible()
    await expectGoodLooks(page, 'docs-key', project.name, 'article')

    const first = await key.inputValue()
    await page.reload()
    await expect(key, 'kept for the tab').toHaveValue(first)
    await hydrated(page)
    await key.fill('')
    await form.getByRole('button', { name: 'Use a test key' }).click()
    await expect(key).toHaveValue(/^pr_test_/)
    expect(await key.inputValue()).not.toBe(first)
    await page.goto('/keys')
    await expect(page.getByText('Docs test key'), 'one takes the place of the other').toHaveCount(1)
  },
)
