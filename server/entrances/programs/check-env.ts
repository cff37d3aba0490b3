import { readEnv } from '../../platform/settings/env'

/*
 * Runs during builds on Vercel. If the environment is invalid, the build fails with a list of the problems, and the current
 * deployment stays live.
 */

try {
  readEnv(process.env)
} catch (error) {
  const { VERCEL_ENV = 'this environment' } = process.env
  process.stderr.write(
    `${error instanceof Error ? error.message : error}\n` +
      `Fix these variables for ${VERCEL_ENV} in the project’s settings, under Environment Variables. See docs/vercel.md.\n`,
  )
  process.exit(1)
}
