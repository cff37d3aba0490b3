import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { choose, linesOf, ratings } from './bulk'
import { expect, hydrated } from './pinref'

/** Opens a signed-in user's bulk page. */
export async function openBatches(page: Page, url: string) {
  await page.goto(`${url}/bulk`)
  await expect(linesOf(page)).toBeVisible()
  await hydrated(page)
}

/** Makes a batch from the chosen lookups, waits until its page is open, and returns its id. */
export async function startBatch(page: Page, ...choices: string[]): Promise<string> {
  await choose(page, ...(choices.length > 0 ? choices : [ratings]))
  await page.getByRole('button', { name: /^Look up [\d,]+$/ }).click()
  await page.waitForURL(/\/batches\/batch_\w+$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

export const finished = (page: Page) =>
  expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible({ timeout: 30_000 })

/** Returns the file that a button saves. */
export async function savedFile(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await saving
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}
