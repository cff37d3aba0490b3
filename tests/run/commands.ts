import { readdirSync } from 'node:fs'

/**
 * A test file's name says when it runs: `a.test.ts` in `npm test`, `a.slow.test.ts` in `npm run test:full`, and
 * `a.release.test.ts` in `npm run release:check`, which runs the long forms of the others too. Browser tests are named
 * in the same way: `a.spec.ts` and `a.slow.spec.ts`.
 */
export type Kind = 'quick' | 'slow' | 'release'

/** The steps that run Vitest, by the kind of their tests, with their projects. */
export const vitestSteps = {
  quick: {
    'tests in process': ['unit', 'batches', 'places', 'access'],
    'tests on the build': ['api'],
  },
  slow: {
    'tests in process': ['unit', 'access', 'batches', 'places'],
    'tests on the build': ['api', 'fuzz', 'deploy', 'clients'],
    samples: ['samples', 'client'],
    faults: ['faults'],
  },
} as const

/**
 * The projects that `npm run test:long` runs with all kinds of tests, in this order. `npm run test:clients` runs all of
 * `clients`.
 */
export const longProjects = ['vercel', 'attack', 'fuzz', 'faults', 'deploy'] as const

/** Selects the test files of a kind. */
export const vitestOptions = { quick: "--exclude '**/*.{slow,release}.test.ts'", slow: '.slow.test.ts' } as const

/** Returns when a test file runs. */
export const kindOf = (file: string): Kind =>
  (/\.(slow|release)\.(?:test|spec)\.ts$/.exec(file)?.[1] as Kind) ?? 'quick'

/** Lists all test files, as paths from the project's folder. */
export function testFiles(): string[] {
  const all = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  return all
    .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => `tests/${file}`)
    .sort()
}
