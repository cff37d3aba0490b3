import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { compilePage } from './scripts/mdx.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))

const redis = 'tests/support/require-redis.ts'
const languages = 'tests/support/require-languages.ts'
const docs = 'tests/support/docs-server.ts'
/** For tests that start servers, or call one that other tests are calling. */
const patient = { testTimeout: 240_000, hookTimeout: 240_000 }

/** Imports these files as the Next configuration does. */
const files = {
  name: 'files',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (id.endsWith('.mdx')) return compilePage(code, id)
    if (/\.(gs|lua)$/.test(id) || (id.startsWith(`${root}docs/samples/`) && !id.endsWith('.json')))
      return `export default ${JSON.stringify(code)}`
    return undefined
  },
} as const

export default defineConfig({
  plugins: [files],
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    // Files in one worker share its process; the setup file makes each of them start fresh.
    isolate: false,
    setupFiles: ['tests/support/fresh-file.ts'],
    // Lists the tests that take more than a tenth of the usual limit.
    slowTestThreshold: 24_000,
    expect: { poll: { timeout: 30_000 } },
    // Most tests spend more time waiting for a server than computing. By default, vitest runs one file at a time on two
    // cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // The only project that needs only Node.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          pool: 'threads',
          testTimeout: 30_000,
          // Counts of calls are written seconds later. That would start Redis in `.data`, and nothing would stop it,
          // because threads end without an exit event.
          env: { DATA_DIR: '/dev/null/no-store' },
        },
      },
      {
        extends: true,
        test: { name: 'access', include: ['tests/access/**/*.test.ts'], globalSetup: [redis], ...patient },
      },
      {
        extends: true,
        test: { name: 'batches', include: ['tests/batches/**/*.test.ts'], globalSetup: [redis], ...patient },
      },
      {
        extends: true,
        test: { name: 'places', include: ['tests/places/**/*.test.ts'], globalSetup: [redis], ...patient },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: [redis, 'tests/api/global-setup.ts'],
          ...patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'samples',
          include: ['tests/samples/**/*.test.ts'],
          globalSetup: [redis, languages, docs],
          ...patient,
        },
      },
      // The published npm package, packed and installed.
      {
        extends: true,
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.ts'],
          globalSetup: [redis, docs, 'tests/client/global-setup.ts'],
          ...patient,
        },
      },
      // Third-party clients. `npm run test:full` runs the fast ones, `npm run release:check` all of them.
      {
        extends: true,
        test: {
          name: 'clients',
          include: ['tests/clients/**/*.test.ts'],
          globalSetup: [redis, 'tests/clients/global-setup.ts'],
          ...patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'fuzz',
          include: ['tests/fuzz/**/*.test.ts'],
          globalSetup: [redis],
          testTimeout: 600_000 * Number(process.env.FUZZ_TIMES ?? (process.env.LONG_FORMS ? 5 : 1)),
          hookTimeout: 60_000,
        },
      },
      // Runs alone, because it checks that calls meet their deadlines.
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: [redis],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      // A short version is part of `npm run test:full`; LONG_FORMS=1 runs the full test, which installs and builds.
      {
        extends: true,
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          globalSetup: [redis],
          testTimeout: process.env.LONG_FORMS ? 1_200_000 : 360_000,
          hookTimeout: 120_000,
          // The full test runs alone.
          ...(process.env.LONG_FORMS && { maxWorkers: 1, sequence: { groupOrder: 3 } }),
        },
      },
      // Only in `npm run release:check`: runs the API's tests against the build for Vercel.
      {
        extends: true,
        test: {
          name: 'vercel',
          include: [
            'tests/vercel/**/*.test.ts',
            'tests/api/{bad-input,batch,documents,key-expiry,operations,quota,security,security-headers,session}.test.ts',
          ],
          globalSetup: [redis, 'tests/vercel/global-setup.ts'],
          ...patient,
          sequence: { groupOrder: 4 },
        },
      },
      // Only in `npm run release:check`. The other commands run a short version of each attack with their tests.
      {
        extends: true,
        test: {
          name: 'attack',
          include: ['tests/attack/**/*.test.ts'],
          globalSetup: [redis],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
