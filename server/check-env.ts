import { readEnv } from './env'

/*
 * Runs in builds on Vercel: if the functions could not start, the build fails here and names every fault, and the current
 * deployment stays.
 */

try {
  readEnv(process.env)
} catch (error) {
  const { VERCEL_ENV = 'this environment' } = process.env
  process.stderr.write(
    `${error instanceof Error ? error.message : error}\n` +
      `Set what is missing under Settings, Environment Variables of the project, for ${VERCEL_ENV}; docs/vercel.md has the steps.\n`,
  )
  process.exit(1)
}
