import { readEnv } from './env'

/*
 * Run by a build on Vercel: one whose functions could not start ends here, with every fault named, and what runs now stays.
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
