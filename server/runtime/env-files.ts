import { loadEnvConfig } from '@next/env'

/**
 * Reads the settings files in the current folder into the environment, the same files as Next in the same order: of
 * `.env.production.local`, `.env.local`, `.env.production` and `.env`, the first that has a variable counts. Variables that are
 * already set in the environment stay.
 * @see https://nextjs.org/docs/app/guides/environment-variables
 */
export function readEnvFiles(): void {
  loadEnvConfig(process.cwd())
}
