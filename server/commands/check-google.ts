import { createInterface } from 'node:readline/promises'
import { prepareStore } from '../http/prepare-store'
import { readEnvFiles } from '../runtime/env-files'
import { allCostCents } from '../sources/google-check/capabilities'
import { checkGoogle } from '../sources/google-check/check-google'
import { reportFile } from '../sources/google-check/stored-report'
import { googleSettings } from '../sources/source'
import { store } from '../store/store'
import { checkTable } from './check-table'
import { fail } from './fail'

/** `npm run check:google [-- --all | --free]`: checks what the Google key may do, and stores the results. */
async function main() {
  readEnvFiles()
  const google = googleSettings()
  if (google === null) throw new Error('There is no Google key to check. Set GOOGLE_MAPS_API_KEY.')
  const mayCost = await asksForAll()
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
async function asksForAll(): Promise<boolean> {
  const flags = process.argv.slice(2)
  if (flags.includes('--all')) return true
  if (flags.includes('--free') || !process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `One of the checks can cost ${allCostCents} US cents once the free calls of the month are used. Make it? Type yes: `,
  )
  terminal.close()
  return answer.trim() === 'yes'
}

main().catch(fail)
