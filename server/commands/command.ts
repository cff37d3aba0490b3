import { env } from '../env'
import { readEnvFiles } from '../runtime/env-files'

/**
 * Reads the data folder of the embedded Redis, and the file and flags that the command was given.
 * @throws Error if there is no file, or the store is not the embedded Redis.
 */
export function readArguments(usage: string): { dataDir: string; file: string; flags: string[] } {
  const given = process.argv.slice(2)
  const flags = given.filter((one) => one.startsWith('--'))
  const [file] = given.filter((one) => !one.startsWith('--'))
  if (!file) throw new Error(`Name a file: ${usage}`)
  readEnvFiles()
  const { DATA_DIR, REDIS_URL, UPSTASH_REDIS_REST_URL } = env()
  if (REDIS_URL || UPSTASH_REDIS_REST_URL) {
    throw new Error('This is for the embedded Redis. For another store, docs/operations.md says what to do.')
  }
  return { dataDir: DATA_DIR, file, flags }
}

/** Says why a command failed, and ends it. */
export function fail({ message }: Error): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
