import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { newWorkbook } from '@/server/features/lists/workbook'
import { chromiumPath } from '../e2e/chromium'
import { report } from '../load/report'
import { setStage } from '../load/stage'

/*
 * Opens a file of 100,000 rows on the bulk page of the production build, waits until it has been read, scrolls through
 * it, filters it, and saves it; then does the same with a workbook of 20,000 rows and 50 columns. Prints the longest tasks
 * on the page's main thread in each step. The machine must be quiet.
 *
 *   npm run task longtasks
 */

const rows = 100_000
const [sheetRows, sheetColumns] = [20_000, 50]
/** The target for the longest task, in milliseconds; people notice longer tasks. */
const targetMs = 200
const runs = 3

/** The longest tasks in a step, in milliseconds. The browser reports only tasks over 50 ms. */
type Tasks = { step: string; longest: number; count: number }

async function measure(page: Page, url: string): Promise<Tasks[]> {
  await page.addInitScript(() => {
    const recorder = Object.assign(window, { tasks: [] as number[] })
    new PerformanceObserver((list) =>
      recorder.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      entryTypes: ['longtask'],
    })
  })
  await page.goto(`${url}/bulk`, { waitUntil: 'networkidle' })
  const steps: Tasks[] = []
  const after = async (step: string, act: () => Promise<unknown>) => {
    await act()
    // A task is reported only after it has ended and a frame has been drawn.
    const tasks = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return (window as unknown as { tasks: number[] }).tasks.splice(0)
    })
    steps.push({ step, longest: Math.round(Math.max(0, ...tasks)), count: tasks.length })
  }
  await after('open', async () => {})
  await after('read', async () => {
    await page.getByLabel('File with lines').setInputFiles(file)
    await page.getByText(`${rows.toLocaleString('en')} found.`).waitFor({ timeout: 120_000 })
  })
  await after('scroll', async () => {
    for (let at = 1; at <= 40; at++) {
      await page.evaluate((share) => window.scrollTo(0, document.body.scrollHeight * share), at / 40)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
  })
  await after('filter', async () => {
    await page.getByRole('button', { name: /^Found/ }).click()
    await page.getByRole('button', { name: /^All/ }).click()
  })
  await after('choose', () => page.getByRole('checkbox', { name: 'Add names and ratings' }).check())
  await after('save', () => saved(page, 'CSV'))
  await after('workbook', async () => {
    await page.getByLabel('File with lines').setInputFiles(workbook)
    await page.getByText(`${sheetRows.toLocaleString('en')} lines.`).waitFor({ timeout: 120_000 })
  })
  await after('columns', async () => {
    await page.getByRole('combobox', { name: 'Column 50', exact: true }).selectOption('Your reference')
    await page.getByText(/^Reading:/).waitFor()
    await page.getByText(/^Reading:/).waitFor({ state: 'hidden', timeout: 120_000 })
  })
  await after('save workbook', () => saved(page, 'Your sheet with columns added (XLSX)'))
  return steps
}

async function saved(page: Page, entry: string): Promise<void> {
  const saving = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await (await saving).path()
}

const stage = await setStage({ store: 'embedded', usesStore: false })
// Read from disk, because the page would decode a buffer in one long task.
const file = join(stage.folder, 'many.csv')
const lines = Array.from({ length: rows }, (_, at) => `Shop ${at},${10n ** 18n + BigInt(at) * 10n + 1n}`)
writeFileSync(file, ['shop,cid', ...lines].join('\n'))
const workbook = join(stage.folder, 'wide.xlsx')
const wide = Array.from({ length: sheetRows }, (_, at) => [
  String(10n ** 18n + BigInt(at) * 10n + 1n),
  ...Array.from({ length: sheetColumns - 1 }, (_, column) => `Cell ${at} ${column}`),
])
const headings = ['cid', ...Array.from({ length: sheetColumns - 1 }, (_, column) => `Column ${column + 2}`)]
writeFileSync(workbook, await newWorkbook([headings, ...wide]))
const measured: Tasks[][] = []
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const app = await stage.start()
  for (let run = 1; run <= runs; run++) {
    const page = await browser.newPage()
    measured.push(await measure(page, app.url))
    await page.close()
  }
} finally {
  await browser.close()
  await stage.end()
}
const longest = Math.max(...measured.flat().map((step) => step.longest))
const [steps = []] = measured
report({
  name: 'long-tasks',
  tables: [
    {
      title: 'Longest task, ms (number of tasks over 50 ms)',
      head: ['', ...steps.map(({ step }) => step)],
      rows: measured.map((run, at) => [`run ${at + 1}`, ...run.map(({ longest, count }) => `${longest} (${count})`)]),
    },
  ],
  figures: measured,
  faults: longest <= targetMs ? [] : [`the longest task took ${longest} ms, and the target is ${targetMs} ms`],
})
