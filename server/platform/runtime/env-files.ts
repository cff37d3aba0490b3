import nextEnv from '@next/env'

/**
 * Reads the settings files in the current folder into the environment, using the same files in the same order as Next.
 * Each variable comes from the first of `.env.production.local`, `.env.local`, `.env.production`, and `.env` that sets
 * it. Existing environment variables override all of these files.
 * @see https://nextjs.org/docs/app/guides/environment-variables
 */
export function readEnvFiles(): void {
  nextEnv.loadEnvConfig(process.cwd())
}
