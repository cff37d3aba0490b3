import { createInterface } from 'node:readline/promises'
import { hasData, restore } from '../store/embedded/backup'
import { fail, readArguments } from './command'

/** `npm run restore -- <file> [--yes]`: replaces the present data with a backup. The server must be stopped. */
async function main() {
  const { dataDir, file, flags } = readArguments('npm run restore -- <file> [--yes]')
  if (hasData(dataDir) && !flags.includes('--yes') && !(await mayReplace(dataDir))) {
    throw new Error('Nothing was changed.')
  }
  const { made, former } = await restore(dataDir, file)
  process.stdout.write(`${dataDir} now has the data of ${made}.\n`)
  if (former) process.stdout.write(`The previous data is in ${former}. Delete that folder once everything works.\n`)
}

async function mayReplace(dataDir: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`${dataDir} already has data. To replace it, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Replace the data in ${dataDir}? Type yes: `)
  terminal.close()
  return answer.trim() === 'yes'
}

main().catch(fail)
