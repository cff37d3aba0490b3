import { createInterface } from 'node:readline/promises'
import { allCostCents, capabilities, costWords, outcomes } from '../../places/sources/google/capabilities'
import { checkGoogle } from '../../places/sources/google/check-google'
import { type CheckReport, reportFile } from '../../places/sources/google/check-report'
import { googleSettings } from '../../places/sources/source'
import { readEnvFiles } from '../../platform/runtime/env-files'
import { openStore } from './open-store'

/** Checks which Google APIs the key can use, and stores the results. */
export async function run(_words: readonly string[], flags: ReadonlySet<string>): Promise<void> {
  readEnvFiles()
  const google = googleSettings()
  if (google === null) throw new Error('There is no Google key to check. Set GOOGLE_MAPS_API_KEY.')
  const includesBillable = await confirmBillable(flags)
  const { close } = await openStore()
  process.stdout.write('Checking the key with Google, one call at a time.\n\n')
  const report = await checkGoogle(google, includesBillable)
  process.stdout.write(
    `${checkTable(report)}\nSaved in ${reportFile() ?? 'the store'}. Servers use the results within a minute.\n`,
  )
  await close()
}

/** Asks whether to make calls that Google may bill, unless a flag answers the question. */
async function confirmBillable(flags: ReadonlySet<string>): Promise<boolean> {
  if (flags.has('all')) return true
  if (flags.has('free') || !process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `One check can cost ${allCostCents} US cents if this month's free calls are used up. Type yes to run it: `,
  )
  terminal.close()
  return answer.trim() === 'yes'
}

/** Formats the results as a table for the terminal. */
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
