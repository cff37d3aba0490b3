import { statSync } from 'node:fs'
import { env } from '../env'
import { backUp } from '../store/embedded/backup'
import { fail, readArguments } from './command'

/** `npm run backup -- <file>`: copies the data of the embedded Redis and the generated secrets while servers keep running. */
async function main() {
  const { dataDir, file } = readArguments('npm run backup -- <file>')
  await backUp(dataDir, file)
  process.stdout.write(
    `${file} holds all data (${Math.ceil(statSync(file).size / 1_024).toLocaleString('en')} KB). Keep it secret.\n`,
  )
  const given = (['KEY_PEPPER', 'AUTH_SECRET'] as const).filter((name) => env()[name])
  if (given.length > 0) {
    process.stdout.write(
      `${given.join(' and ')} come from the environment, so they are not in the backup. Keep them elsewhere.\n`,
    )
  }
}

main().catch(fail)
