import { statSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { env } from '../env'
import { readEnvFiles } from '../runtime/env-files'
import { backUp, hasData, restore as restoreEmbedded } from '../store/embedded/backup'

/** Copies the data of the embedded Redis and the generated secrets to a file while servers keep running. */
export async function backup([file = '']: readonly string[]): Promise<void> {
  await backUp(embeddedFolder(), file)
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

/** Replaces the data of the embedded Redis with a backup. The server must be stopped. */
export async function restore([file = '']: readonly string[], flags: ReadonlySet<string>): Promise<void> {
  const dataDir = embeddedFolder()
  if (hasData(dataDir) && !flags.has('yes') && !(await mayReplace(dataDir))) throw new Error('Nothing was changed.')
  const { made, former } = await restoreEmbedded(dataDir, file)
  process.stdout.write(`${dataDir} now has the data of ${made}.\n`)
  if (former) process.stdout.write(`The previous data is in ${former}. Delete that folder once everything works.\n`)
}

/** Returns the data folder. @throws Error if the store is not the embedded Redis. */
function embeddedFolder(): string {
  readEnvFiles()
  const { DATA_DIR, REDIS_URL, UPSTASH_REDIS_REST_URL } = env()
  if (REDIS_URL || UPSTASH_REDIS_REST_URL) {
    throw new Error('This is for the embedded Redis. For another store, docs/operations.md says what to do.')
  }
  return DATA_DIR
}

async function mayReplace(dataDir: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`${dataDir} already has data. To replace it, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Replace the data in ${dataDir}? Type yes: `)
  terminal.close()
  return answer.trim() === 'yes'
}
