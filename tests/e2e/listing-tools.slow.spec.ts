import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import requireLanguages from '../support/require-languages'
import { isRun, runSample } from '../support/run-sample'
import { expectGoodLooks, keepPicture } from './looks'
import { answerOf, clipboard, colosseum, expect, lookUp, lookupPart, open, openResult, openTab, test } from './pinref'
import { darkModules, modulesOf } from './qr-codes'

const toolsOf = (page: Page) =>
  answerOf(page).getByRole('region', { name: 'Use this listing' }).filter({ visible: true })

test.beforeAll(() => requireLanguages())

async function openTools(page: Page) {
  await open(page)
  await lookUp(page, colosseum.link)
  await expect(toolsOf(page)).toBeVisible()
}

async function contentOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}

test('the review link’s QR code is saved as an SVG', async ({ page }) => {
  await openTools(page)
  const saving = page.waitForEvent('download')
  await toolsOf(page).getByRole('button', { name: 'Download SVG' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('colosseum-review-qr.svg')
  const svg = (await contentOf(download)).toString()

  const { size, data } = modulesOf(colosseum.reviewUrl)
  expect(await darkModules(page, svg, 'image/svg+xml', size)).toEqual(data.flat())
})

test('the maps link’s QR code is saved as a PNG wide enough for print', async ({ page }) => {
  await openTools(page)
  await toolsOf(page).getByRole('button', { name: 'Maps link' }).click()
  const saving = page.waitForEvent('download')
  await toolsOf(page).getByRole('button', { name: 'Download PNG' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('colosseum-map-qr.png')
  const png = await contentOf(download)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const { size, data } = modulesOf(colosseum.mapsUrl)
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(width).toBe(height)
  expect(width).toBeGreaterThanOrEqual(1024)
  expect(width % size, 'each module is whole pixels').toBe(0)

  expect(await darkModules(page, png.toString('base64'), 'image/png', size)).toEqual(data.flat())
})

test('the JSON-LD snippet has the listing’s map link, and leaves the name and address to be filled in', async ({
  page,
}) => {
  await openTools(page)
  await toolsOf(page).getByRole('button', { name: 'JSON-LD' }).click()
  await toolsOf(page).getByRole('button', { name: 'Copy JSON-LD' }).click()
  await expect(toolsOf(page).getByText('JSON-LD copied', { exact: true })).toBeAttached()
  const [, json = ''] = /^<script type="application\/ld\+json">\n(.*)\n<\/script>$/s.exec(await clipboard(page)) ?? []
  expect(JSON.parse(json)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: 'The name of the business',
    address: 'The address of the business',
    hasMap: colosseum.mapsUrl,
  })
})

test('a search result shows its address', async ({ page }) => {
  await open(page)
  await lookUp(page, 'British Museum')
  await expect(answerOf(page).getByRole('heading', { name: /^\d+ listings?$/ })).toBeVisible()
  await expect(
    answerOf(page)
      .getByText(/Great Russell/)
      .first(),
  ).toBeVisible()
})

test('the samples copied from a lookup and a search run without the API key header', async ({
  page,
  baseURL,
}, testInfo) => {
  test.slow()
  let before = ''
  for (const text of [`It’s "here": ${colosseum.placeId} \\ $HOME \`x\``, 'caffè']) {
    await open(page)
    await lookUp(page, text)
    if (text === 'caffè') await openResult(page)
    await toolsOf(page).getByRole('button', { name: 'Code', exact: true }).click()
    for (const language of ['curl', 'JavaScript', 'Python', 'PHP', 'Go']) {
      await toolsOf(page).getByRole('button', { name: language, exact: true }).click()
      await toolsOf(page)
        .getByRole('button', { name: `Copy the ${language} sample` })
        .click()
      // The button may still show “Copied” for the previous sample, so read the clipboard.
      await expect.poll(() => clipboard(page)).not.toBe(before)
      const code = await clipboard(page)
      before = code
      expect(code).toContain(`${baseURL}/api/`)
      expect(code).toContain('YOUR_API_KEY')
      // Without the header, the call counts as a visitor's.
      const visitors = code.replace(
        /^.*-H 'X-API-Key.*\n|, ['"]X-API-Key['"]: ['"]YOUR_API_KEY['"]|, 'X-API-Key: YOUR_API_KEY'|^.*Header\.Set\("X-API-Key.*\n/m,
        '',
      )
      expect(visitors).not.toContain('YOUR_API_KEY')
      if (!isRun({ language })) continue
      const answer = JSON.parse(await runSample(language, visitors, testInfo.outputDir))
      if (text.includes(colosseum.placeId)) expect(answer).toMatchObject({ cid: colosseum.cid, title: 'Colosseum' })
      else expect(answer.results.length).toBeGreaterThan(0)
    }
  }
})

test('all of a listing’s data is copied with one click, as text, JSON, or a CSV row', async ({ page }) => {
  await openTools(page)
  const copied = async (kind: string) => {
    await toolsOf(page)
      .getByRole('button', { name: `Copy all as ${kind}` })
      .click()
    await expect(toolsOf(page).getByText(`all as ${kind} copied`, { exact: true })).toBeAttached()
    return clipboard(page)
  }
  const text = (await copied('text')).split('\n')
  expect(text).toContain('Colosseum')
  expect(text).toContain('Rating: 4.8 (502,371 reviews)')
  expect(text).toContain(`CID: ${colosseum.cid}`)
  expect(text).toContain(`Review link: ${colosseum.reviewUrl}`)
  expect(JSON.parse(await copied('JSON'))).toMatchObject({ title: 'Colosseum', place_id: colosseum.placeId })
  const row = await copied('a CSV row')
  expect(row).toContain(`"=""${colosseum.cid}""",${colosseum.hexCid},${colosseum.placeId}`)
  expect(row).not.toContain('\n')
})

test(
  'a printed poster has the listing’s name, its QR code, and a review request, without the page’s header',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset.printed = 'yes'
      }
    })
    await openTools(page)
    await toolsOf(page).getByRole('button', { name: 'Print poster' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
    const poster = page.locator('[data-poster]')
    await expect(poster).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(poster.getByText('Colosseum')).toBeVisible()
    await expect(poster.locator('p').last()).toHaveText('Scan to leave us a review')
    await expect(poster.locator('svg path')).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await keepPicture(page, `poster-${project.name}`)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(poster).toHaveCount(0)
  },
)

test('the QR code opens the map if there is no place id', async ({ page }) => {
  await open(page)
  await lookUp(page, '13393458114030309557')
  await expect(toolsOf(page).getByRole('img', { name: 'QR code that opens the listing in Google Maps' })).toBeVisible()
  await expect(toolsOf(page).getByRole('button', { name: 'Review link' })).toHaveCount(0)
})

test('results in the search tab have the listing tools too', async ({ page }) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('colosseum')
  await page.keyboard.press('Enter')
  await openResult(page)
  await expect(toolsOf(page).getByRole('img', { name: /opens the review form/ })).toBeVisible()
})

for (const tool of ['QR code', 'JSON-LD', 'Code']) {
  test(`the ${tool} tool is accessible and fits the screen`, async ({ page }, { project }) => {
    await openTools(page)
    await toolsOf(page).getByRole('button', { name: tool, exact: true }).click()
    await expectGoodLooks(page, `tools-${tool.replace(/\W/g, '-').toLowerCase()}`, project.name, lookupPart)
  })
}
