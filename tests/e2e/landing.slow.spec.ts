import type { Page } from '@playwright/test'
import { expect, fillIn, newEmail, signUp, test, visit } from './accounts'

const menu = async (page: Page, project: string) => {
  if (project === 'phone') await page.getByText('Menu').click()
  return page.getByRole('navigation', { name: 'Pages' })
}

test(
  'a new visitor reads Pinref’s purpose and price, signs up, and gets a key',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await visit(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring a list of businesses, and keep it right')
    const section = (name: string) => page.getByRole('region', { name })
    await expect(section('Who it’s for').getByText('Local SEO')).toBeVisible()
    await expect(section('Numbers that last').getByRole('figure')).toBeVisible()
    await expect(section('What it costs')).toContainText('5 lookups a day, here or over the API')
    await expect(section('What it costs')).toContainText('1,000 calls a month')
    const titles = (await page.getByRole('heading', { level: 2 }).allTextContents()).filter((title) => / /.test(title))
    expect(titles.indexOf('Use it from your own code')).toBeLessThan(titles.indexOf('Questions and answers'))
    const questions = section('Questions and answers')
    await questions.getByText('Can I look up a whole list?').click()
    await expect(questions.getByText('up to 1,000,000 lines')).toBeVisible()
    await expect(section('Use it from your own code').getByRole('link', { name: 'Get an API key' })).toHaveAttribute(
      'href',
      '/sign-up',
    )

    await (await menu(page, project.name)).getByRole('link', { name: 'Get an API key' }).click()
    await page.waitForURL('**/sign-up')
    await visit(page, page.url())
    await fillIn(page, newEmail())
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/keys?welcome=starter')
    await expect(page.getByRole('heading', { name: 'Your first key' })).toBeVisible()
  },
)

test('a signed-in user reaches the keys with one click, and sees no sales pitch', async ({ page }) => {
  await signUp(page)
  await visit(page, '/')
  await expect(page.getByRole('link', { name: 'Get an API key' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Who it’s for' })).toHaveCount(0)
  await page.getByRole('region', { name: 'API keys' }).getByRole('link', { name: 'Create a key' }).click()
  await expect(page.getByRole('heading', { name: 'Your keys' })).toBeVisible()
})
