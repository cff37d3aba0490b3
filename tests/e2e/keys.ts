import type { Page } from '@playwright/test'
import { clipboard } from './pinref'
import { expect } from './signed-in'

/** The card of a key on the page of keys. */
export const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Fills in the form of a new key and sends it. */
export async function createKey(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
}

/** Copies the new key and returns the clipboard's text. */
export async function copyKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect(page.getByText('Key copied')).toBeAttached()
  return clipboard(page)
}
