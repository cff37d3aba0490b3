import { readdirSync } from 'node:fs'

/** The npm scripts that run tests. `release:check` runs the long forms of the tests too. */
export type Command = 'test' | 'test:full' | 'release:check'

/** The command that runs each folder's test files. Every folder except `e2e` is a Vitest project of the same name. */
export const folders: Record<string, Command> = {
  unit: 'test',
  access: 'test',
  places: 'test',
  batches: 'test',
  api: 'test',
  e2e: 'test:full',
  samples: 'test:full',
  client: 'test:full',
  clients: 'test:full',
  fuzz: 'test:full',
  faults: 'test:full',
  deploy: 'test:full',
  vercel: 'release:check',
  attack: 'release:check',
}

/** Files that are run by a different command than the rest of their folder. */
export const exceptions: ReadonlyArray<readonly [Command, readonly string[]]> = [
  // The shortest journey for each kind of user: a visitor, someone with a list, a developer, a paying customer, an
  // operator.
  [
    'test',
    [
      'tests/e2e/lookup.spec.ts',
      'tests/e2e/bulk.spec.ts',
      'tests/e2e/batch-journey.spec.ts',
      'tests/e2e/sign-up.spec.ts',
      'tests/e2e/first-key.spec.ts',
      'tests/e2e/plan-limit.spec.ts',
      'tests/e2e/paying.spec.ts',
      'tests/e2e/operator.spec.ts',
    ],
  ],
  [
    'test:full',
    [
      // The suites that also run on the embedded Redis.
      'tests/access/cluster.slow.test.ts',
      'tests/access/tcp.slow.test.ts',
      'tests/access/valkey.slow.test.ts',
      'tests/api/accounts/adapter-cluster.slow.test.ts',
      'tests/batches/cluster.slow.test.ts',
      'tests/batches/qstash.slow.test.ts',
      'tests/batches/tcp.slow.test.ts',
      // Stores and processes that start, stop, die, hang, lose responses, or have different settings.
      'tests/access/cluster-lost-answers.slow.test.ts',
      'tests/access/cluster-nodes.slow.test.ts',
      'tests/access/digests.slow.test.ts',
      'tests/access/store-hang.slow.test.ts',
      'tests/api/batches-restart.slow.test.ts',
      'tests/api/draining.slow.test.ts',
      'tests/api/env-files.slow.test.ts',
      'tests/api/leaving.slow.test.ts',
      'tests/api/lifecycle.slow.test.ts',
      'tests/api/listening.slow.test.ts',
      'tests/api/own-plans.slow.test.ts',
      'tests/api/pages-process.slow.test.ts',
      'tests/api/prometheus.slow.test.ts',
      'tests/api/secrets.slow.test.ts',
      'tests/api/secrets-bundle.slow.test.ts',
      'tests/api/service-status.slow.test.ts',
      'tests/api/store-failure.slow.test.ts',
      'tests/api/upstream.slow.test.ts',
      'tests/api/watchlist-limits.slow.test.ts',
      'tests/api/workers.slow.test.ts',
      'tests/api/wrong-secrets.slow.test.ts',
      'tests/batches/fairness.slow.test.ts',
      'tests/batches/lost-answers.slow.test.ts',
      'tests/batches/takeovers.slow.test.ts',
      'tests/batches/watch-turns.slow.test.ts',
      'tests/batches/watch-kills.slow.test.ts',
      // Sign-in: each file hashes many passwords.
      'tests/api/accounts/limits.slow.test.ts',
      'tests/api/accounts/lockout.slow.test.ts',
      'tests/api/accounts/mail-limit.slow.test.ts',
      'tests/api/accounts/mail-smtp.slow.test.ts',
      'tests/api/accounts/new-device.slow.test.ts',
      'tests/api/accounts/passkeys.slow.test.ts',
      'tests/api/accounts/second-factor.slow.test.ts',
      'tests/api/accounts/second-factor-codes.slow.test.ts',
      'tests/api/accounts/takeover.slow.test.ts',
      'tests/api/accounts/throttling.slow.test.ts',
      'tests/api/accounts/unconfirmed.slow.test.ts',
      'tests/api/accounts/weak-passwords.slow.test.ts',
      'tests/api/operator-only-text.slow.test.ts',
      // Thousands of calls, inputs, and event orders, large bodies, and third-party programs.
      'tests/api/billing/order.slow.test.ts',
      'tests/api/exactness.slow.test.ts',
      'tests/api/large-data.slow.test.ts',
      'tests/api/long-bodies.slow.test.ts',
      'tests/api/mcp-limits.slow.test.ts',
      'tests/api/mcp-waits.slow.test.ts',
      'tests/places/many-lookups.slow.test.ts',
      'tests/unit/links/damage.slow.test.ts',
    ],
  ],
  // These install and build Pinref in separate folders, or install programs that talk to Pinref, and take up to a few
  // gigabytes.
  [
    'release:check',
    [
      'tests/clients/agents.release.test.ts',
      'tests/clients/n8n.release.test.ts',
      'tests/clients/tools.release.test.ts',
      'tests/deploy/build-beside.release.test.ts',
      'tests/deploy/from-nothing.release.test.ts',
      'tests/deploy/mcp-remote.release.test.ts',
    ],
  ],
]

/** Lists all test files, as paths from the project's folder. */
export function testFiles(): string[] {
  const all = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  return all
    .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => `tests/${file}`)
    .sort()
}

const folderOf = (file: string) => file.split('/')[1] ?? ''

/** Returns the commands that run a test file: exactly one, unless the lists above are wrong. */
export function commandsOf(file: string): Command[] {
  const own = exceptions.filter(([, files]) => files.includes(file)).map(([command]) => command)
  const ofFolder = folders[folderOf(file)]
  return own.length > 0 || !ofFolder ? own : [ofFolder]
}

/** Lists the files that a command runs in the named folders. */
export const filesOf = (command: Command, ...within: string[]): string[] =>
  testFiles().filter((file) => within.includes(folderOf(file)) && commandsOf(file).includes(command))
