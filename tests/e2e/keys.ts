import type { Locator, Page } from '@playwright/test'
import { clipboard } from './pinref'
import { expect } from './signed-in'

/** A key's row on the keys page, or its card on a phone; several after a rotation. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** The visible part of a key. */
export const shownOf = (key: string) => `${key.slice(0, 8)}…${key.slice(-4)}`

/** A row's menu button. */
export const menuOf = (row: Locator) => row.getByRole('button', { name: /^Actions for / })

/** Picks an action from a row's menu. */
export async function pick(row: Locator, step: 'Rename' | 'Limits' | 'Rotate' | 'Recent errors' | 'Revoke') {
  await menuOf(row).click()
  await row.page().getByRole('menuitem', { name: step }).click()
}

export const newKeyDialog = (page: Page) => page.getByRole('dialog', { name: 'New key' })

/** Opens the new-key dialog, fills in the name, and submits the dialog. */
export async function createKey(page: Page, name: string) {
  await page.getByRole('button', { name: 'New key' }).click()
  await newKeyDialog(page).getByLabel('Name', { exact: true }).fill(name)
  await newKeyDialog(page).getByRole('button', { name: 'Create key' }).click()
}

/** Copies the new key and returns the clipboard's text. */
export async function copyKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect(page.getByText('Key copied')).toBeAttached()
  return clipboard(page)
}
