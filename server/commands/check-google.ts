import { createInterface } from 'node:readline/promises'
import { prepareStore } from '../http/start'
import { readEnvFiles } from '../runtime/env-files'
import { allCostCents, capabilities, costWords, outcomes } from '../sources/google/capabilities'
import { checkGoogle } from '../sources/google/check-google'
import { type CheckReport, reportFile } from '../sources/google/check-report'
import { googleSettings } from '../sources/source'
import { store } from '../store/store'

/** Checks what the Google key may do, and stores the results. */
export async function run(_words: readonly string[], flags: ReadonlySet<string>): Promise<void> {
  readEnvFiles()
  const google = googleSettings()
  if (google === null) throw new Error('There is no Google key to check. Set GOOGLE_MAPS_API_KEY.')
  const mayCost = await asksForAll(flags)
  const { close } = await store()
  await prepareStore()
  process.stdout.write('Checking the key with Google, one call at a time.\n\n')
  const report = await checkGoogle(google, mayCost)
  process.stdout.write(
    `${checkTable(report)}\nKept in ${reportFile() ?? 'the store'}. Servers pick it up within a minute.\n`,
  )
  await close()
}

/** Asks whether to make the calls that Google may bill; otherwise they are not made. */
async function asksForAll(flags: ReadonlySet<string>): Promise<boolean> {
  if (flags.has('all')) return true
  if (flags.has('free') || !process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `One of the checks can cost ${allCostCents} US cents once the free calls of the month are used. Make it? Type yes: `,
  )
  terminal.close()
  return answer.trim() === 'yes'
}

/** Returns the results of a check as a table for a terminal. */
function checkTable({ results }: CheckReport): string {
  const rows = results.map(({ capability, outcome, reason }) => [
    capabilities[capability],
    outcomes[outcome],
    costWords(capability),
    reason ?? '',
  ])
  const table = [['Check', 'Result', 'Cost', ''], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return `${table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}
