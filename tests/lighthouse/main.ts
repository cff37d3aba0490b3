import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumPath } from '../e2e/chromium'
import { report } from '../load/report'
import { setStage } from '../load/stage'
import { median, type Result, readResult } from './result'

/*
 * Runs Lighthouse in phone emulation on pages of the production build, five times each, one at a
 * time, and prints the medians. Exits with 1 if a page misses a target. The machine must be quiet:
 * Lighthouse measures time.
 *
 *   npm run task lighthouse            the pages with a target
 *   npm run task lighthouse -- /bulk   other pages
 */

/** Installed by npx on the first run, because it is half as large as all other packages combined. */
const lighthouse = 'lighthouse@12.8.2'
const runs = 5

/** The minimum scores, out of 100. */
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

const named = process.argv.slice(2)
const paths = named.length > 0 ? named : ['/', '/pricing', '/docs']

/** Returns the figures for a table row. */
const resultCells = ({ scores, paintMs, blockedMs, scriptBytes, fontBytes }: Result): string[] => [
  ...Object.keys(targets).map((name) => `${scores[name]}`),
  (paintMs / 1000).toFixed(1),
  `${Math.round(blockedMs)}`,
  (scriptBytes / 1000).toFixed(0),
  (fontBytes / 1000).toFixed(0),
]

const stage = await setStage({ store: 'embedded', usesStore: false })
const medians = new Map<string, Result>()
try {
  const app = await stage.start()
  for (const path of paths) {
    await (await fetch(app.url + path)).text()
    const results: Result[] = []
    for (let run = 1; run <= runs; run += 1) {
      results.push(await measure(app.url + path))
      process.stderr.write(`${path}: ${run} of ${runs}\n`)
    }
    medians.set(path, median(results))
  }
} finally {
  await stage.end()
}
report({
  name: 'lighthouse',
  tables: [
    {
      title: 'Pages on a phone',
      head: ['', ...Object.keys(targets), 'largest paint, s', 'blocked, ms', 'scripts, KB', 'fonts, KB'],
      rows: [...medians].map(([path, result]) => [path, ...resultCells(result)]),
    },
  ],
  figures: Object.fromEntries(medians),
  faults: [...medians].flatMap(([path, { scores }]) =>
    Object.entries(targets)
      .filter(([name, least]) => (scores[name] ?? 0) < least)
      .map(([name, least]) => `${path}: ${name} is ${scores[name]}, and the target ${least}`),
  ),
})

async function measure(url: string): Promise<Result> {
  const flags = ['--output=json', '--quiet', '--chrome-flags=--headless --no-sandbox']
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthouse, url, ...flags], {
    env: { ...process.env, CHROME_PATH: chromiumPath() },
    maxBuffer: 64 * 1024 * 1024,
  })
  return readResult(JSON.parse(stdout))
}
