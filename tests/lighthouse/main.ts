import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumPath } from '../e2e/chromium'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'
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
  ...Object.keys(targets).map((name) => `${name} ${scores[name]}`),
  `largest paint ${(paintMs / 1000).toFixed(1)} s`,
  `blocked ${Math.round(blockedMs)} ms`,
  `scripts ${(scriptBytes / 1000).toFixed(0)} KB`,
  `fonts ${(fontBytes / 1000).toFixed(0)} KB`,
]

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-lighthouse-'))
const app = await startApp('node', { DATA_DIR: dataDir })
let missed = 0
try {
  for (const path of paths) {
    await (await fetch(app.url + path)).text()
    const results: Result[] = []
    for (let run = 1; run <= runs; run += 1) {
      results.push(await measure(app.url + path))
      process.stderr.write(`${path}: ${run} of ${runs}\n`)
    }
    const middle = median(results)
    missed += Object.entries(targets).filter(([name, least]) => (middle.scores[name] ?? 0) < least).length
    process.stdout.write(`${[path.padEnd(20), ...resultCells(middle)].join('  ')}\n`)
  }
} finally {
  await app.stop()
  removeFolder(dataDir)
}
process.stdout.write(missed === 0 ? 'Every page reaches its targets.\n' : `${missed} targets are missed.\n`)
process.exitCode = missed === 0 ? 0 : 1

async function measure(url: string): Promise<Result> {
  const flags = ['--output=json', '--quiet', '--chrome-flags=--headless --no-sandbox']
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthouse, url, ...flags], {
    env: { ...process.env, CHROME_PATH: chromiumPath() },
    maxBuffer: 64 * 1024 * 1024,
  })
  return readResult(JSON.parse(stdout))
}
