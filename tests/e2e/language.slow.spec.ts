import type { Page } from '@playwright/test'
import { finished, openBatches, startBatch } from './batches'
import { linesOf, rowsOf } from './bulk'
import { expectGoodLooks } from './looks'
import { answerOf, boxOf, colosseum, expect, hydrated, lookUp, open, openTab, test } from './pinref'
import { signUp } from './signed-in'

const tokyoTower = 'ChIJCewJkL2LGGAR3Qmk0vCTGkg'

async function chooseLanguage(page: Page, label: string) {
  const choice = page.getByLabel('Language')
  // An unused page has only the current language.
  await choice.focus()
  await choice.selectOption(label)
}

test.describe('in a Japanese browser', () => {
  test.use({ locale: 'ja-JP' })

  test('a listing has its Japanese name, and the page’s URL leaves the language to the reader', async ({ page }) => {
    await open(page)
    await lookUp(page, tokyoTower)
    await expect(page.getByLabel('Language').locator('option:checked')).toHaveText('Japanese (Japan) · 日本語 (日本)')
    await expect(answerOf(page).getByRole('heading', { name: '東京タワー' })).toHaveAttribute('lang', 'ja')
    expect(new URL(page.url()).search).toBe(`?q=${tokyoTower}`)
    await page.reload()
    await expect(answerOf(page).getByText(/^Saved in this browser/)).toBeVisible()
    await expect(answerOf(page).getByRole('heading', { name: '東京タワー' })).toBeVisible()
  })
})

test('a language is chosen for lookups, is in the page’s URL, and is remembered for searches', async ({ page }, {
  project,
}) => {
  await open(page)
  await chooseLanguage(page, 'Italian · Italiano')
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseo' })).toBeVisible()
  expect(new URL(page.url()).search).toBe(`?q=${colosseum.placeId}&language=it`)
  await lookUp(page, tokyoTower)
  await expect(answerOf(page).getByText('No name in Italian found. This one is in English.')).toBeVisible()
  await expectGoodLooks(page, 'language', project.name)

  await open(page)
  await expect(page.getByLabel('Language')).toHaveValue('it')
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('Colosseum')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(answerOf(page).getByText('Colosseo', { exact: true })).toBeVisible()

  // A shared link does not change the choice.
  await open(page, `/?q=${tokyoTower}&language=ja`)
  await answerOf(page).getByRole('button', { name: 'Look up its name and rating' }).click()
  await expect(answerOf(page).getByRole('heading', { name: '東京タワー' })).toBeVisible()
  await open(page)
  await expect(page.getByLabel('Language')).toHaveValue('it')
  await page.getByLabel('Details').selectOption('Identifiers only')
  await expect(page.getByLabel('Language')).toHaveCount(0)
  await boxOf(page).fill('')
})

test('a batch has names in the chosen language, and its review kit begins in it', async ({ page, dashboard: { url } }, {
  project,
  workerIndex,
}) => {
  await signUp(page, url, `language.${workerIndex}@example.com`)
  await openBatches(page, url)
  await linesOf(page).fill(`${tokyoTower}\n${colosseum.placeId}`)
  await page.getByRole('checkbox', { name: 'Add names and ratings' }).check()
  await chooseLanguage(page, 'Japanese · 日本語')
  await expectGoodLooks(page, 'language-batch', project.name)
  await startBatch(page)
  await finished(page)
  await expect(rowsOf(page).first()).toContainText('東京タワー')
  const kit = page.getByRole('dialog', { name: 'Review kit' })
  const openKit = () => page.getByRole('button', { name: 'Review kit' }).click()
  await openKit()
  await expect(kit.getByLabel('Language')).toHaveValue('ja')
  await expect(kit.getByRole('img', { name: 'Poster of 東京タワー' })).toBeVisible()

  // A choice in the kit remains for this batch, and applies to later lookups.
  await kit.getByLabel('Language').selectOption('Italian · Italiano')
  await page.reload()
  await hydrated(page)
  await openKit()
  await expect(kit.getByLabel('Language')).toHaveValue('it')
  await openBatches(page, url)
  await linesOf(page).fill(colosseum.placeId)
  await page.getByRole('checkbox', { name: 'Add names and ratings' }).check()
  await expect(page.getByLabel('Language')).toHaveValue('it')
  await startBatch(page)
  await finished(page)
  await expect(rowsOf(page).first()).toContainText('Colosseo')
})
