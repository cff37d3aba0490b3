import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { expect, hydrated } from './pinref'

/** Another sample listing's place id. */
export const empireState = 'ChIJaXQRs6lZwokRY6EFpJnhNNE'

/** The box for lines. */
export const linesOf = (page: Page) => page.getByRole('textbox', { name: /one per line/ })
/** The rows that were read, with their results. */
export const rowsOf = (page: Page) => page.getByRole('article').getByRole('listitem')
/** Chooses lookups: "Add names and ratings", "Check for stale ids", "Follow short links", "Find by name". */
export async function choose(page: Page, ...labels: string[]) {
  for (const label of labels) await page.getByRole('checkbox', { name: label }).check()
}
/** The label of the choice that adds names and ratings. */
export const ratings = 'Add names and ratings'
/** Starts the run. */
export const start = (page: Page) => page.getByRole('button', { name: /^Look up/ }).click()

/** Opens the page and waits until it is interactive. */
export async function openBulk(page: Page, url = '') {
  await page.goto(`${url}/bulk`)
  await expect(linesOf(page)).toBeVisible()
  await hydrated(page)
}

/** Returns the file that an entry of the download menu saves: "CSV", "JSON Lines", or one with "XLSX". */
export async function savedFile(page: Page, entry: string): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  const download = await saving
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Returns the rows of the saved CSV. */
export async function savedRows(page: Page): Promise<string[][]> {
  const { bytes } = await savedFile(page, 'CSV')
  const text = bytes.toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  return Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data
}

/** Returns the rows of the saved JSON Lines file. */
export async function savedLines(page: Page): Promise<Array<Record<string, unknown>>> {
  const { name, bytes } = await savedFile(page, 'JSON Lines')
  expect(name).toMatch(/\.jsonl$/)
  return bytes
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** A thousand different CIDs, which no program could have rounded. */
export const thousand = Array.from({ length: 1000 }, (_, index) => String(10n ** 18n + BigInt(index) * 10n + 1n))

const listing = (cid: string) => ({
  title: `Listing ${cid}`,
  cid,
  hex_cid: `0x${BigInt(cid).toString(16)}`,
  place_id: null,
  rating: '4.5',
  reviews_count: 12,
  maps_url: `https://maps.google.com/?cid=${cid}`,
  review_url: null,
  schema_hasmap: `https://maps.google.com/?cid=${cid}`,
  feature_id: null,
  kg_id: null,
  listing_status: 'listed',
  moved_from: null,
  rate_limit: { authenticated: false, limit: '1000', remaining: 900 },
})

/** The response for a listing that has moved to the CID 7. */
export const movedListing = (from: string) => ({
  result: { data: { ...listing('7'), listing_status: 'moved', moved_from: { cid: from, place_id: null } } },
})

/** A failed call's response. */
export const problem = (code: string, status: number, detail: string) => ({
  error: {
    message: detail,
    code: -32603,
    data: {
      code: 'INTERNAL_SERVER_ERROR',
      httpStatus: status,
      problem: { title: detail, status, detail, code, request_id: 'e2e-1' },
    },
  },
})

/** Responds to lookups in place of the server. */
export async function answerLookups(page: Page, answer: (url: string) => { status?: number; json: unknown } | null) {
  const requests: string[] = []
  await page.route('**/api/trpc/listings.resolve*', async (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    requests.push(url)
    await route.fulfill(answer(url) ?? { json: { result: { data: listing(url) } } })
  })
  return requests
}
