import { loadEnvConfig } from '@next/env'

/**
 * Reads the files of settings in the current folder into the environment, those that Next reads, in its order: of
 * `.env.production.local`, `.env.local`, `.env.production` and `.env` the first that has a variable counts. What is set
 * in the environment already stays.
 * @see https://nextjs.org/docs/app/guides/environment-variables
 */
export function readEnvFiles(): void {
  loadEnvConfig(process.cwd())
}
