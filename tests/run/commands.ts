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
      'tests/access/cluster.test.ts',
      'tests/access/tcp.test.ts',
      'tests/access/valkey.test.ts',
      'tests/api/accounts/adapter-cluster.test.ts',
      'tests/batches/cluster.test.ts',
      'tests/batches/qstash.test.ts',
      'tests/batches/tcp.test.ts',
      // Stores and processes that start, stop, die, hang, lose responses, or have different settings.
      'tests/access/cluster-lost-answers.test.ts',
      'tests/access/cluster-nodes.test.ts',
      'tests/access/digests.test.ts',
      'tests/access/store-hang.test.ts',
      'tests/api/batches-restart.test.ts',
      'tests/api/draining.test.ts',
      'tests/api/env-files.test.ts',
      'tests/api/leaving.test.ts',
      'tests/api/lifecycle.test.ts',
      'tests/api/listening.test.ts',
      'tests/api/own-plans.test.ts',
      'tests/api/site-process.test.ts',
      'tests/api/prometheus.test.ts',
      'tests/api/promise-hooks.test.ts',
      'tests/api/secrets.test.ts',
      'tests/api/secrets-bundle.test.ts',
      'tests/api/service-status.test.ts',
      'tests/api/store-failure.test.ts',
      'tests/api/upstream.test.ts',
      'tests/api/watchlist-limits.test.ts',
      'tests/api/workers.test.ts',
      'tests/api/wrong-secrets.test.ts',
      'tests/batches/fairness.test.ts',
      'tests/batches/lost-answers.test.ts',
      'tests/batches/takeovers.test.ts',
      'tests/batches/watch-turns.test.ts',
      'tests/batches/watch-kills.test.ts',
      // Sign-in: each file hashes many passwords.
      'tests/api/accounts/limits.test.ts',
      'tests/api/accounts/lockout.test.ts',
      'tests/api/accounts/mail-limit.test.ts',
      'tests/api/accounts/mail-smtp.test.ts',
      'tests/api/accounts/new-device.test.ts',
      'tests/api/accounts/passkeys.test.ts',
      'tests/api/accounts/second-factor.test.ts',
      'tests/api/accounts/second-factor-codes.test.ts',
      'tests/api/accounts/takeover.test.ts',
      'tests/api/accounts/throttling.test.ts',
      'tests/api/accounts/unconfirmed.test.ts',
      'tests/api/accounts/weak-passwords.test.ts',
      'tests/api/operator-only-text.test.ts',
      // Thousands of calls, inputs, and event orders, large bodies, and third-party programs.
      'tests/api/billing/order.test.ts',
      'tests/api/exactness.test.ts',
      'tests/api/large-data.test.ts',
      'tests/api/long-bodies.test.ts',
      'tests/api/mcp-limits.test.ts',
      'tests/api/mcp-waits.test.ts',
      'tests/places/many-lookups.test.ts',
      'tests/unit/links/damage.test.ts',
    ],
  ],
  // These install and build Pinref in separate folders, or install programs that talk to Pinref, and take up to a few
  // gigabytes.
  [
    'release:check',
    [
      'tests/clients/agents.test.ts',
      'tests/clients/n8n.test.ts',
      'tests/clients/tools.test.ts',
      'tests/deploy/build-beside.test.ts',
      'tests/deploy/from-nothing.test.ts',
      'tests/deploy/mcp-remote.test.ts',
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
