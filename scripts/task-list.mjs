/**
 * @typedef {object} Task
 * @property {string} about what it does, in one line.
 * @property {string[]} steps shell commands, run in order. The last one gets the options.
 */

const build = 'npm run build'
const run = (entry) => `node scripts/run.mjs ${entry}`

/**
 * The tasks of `npm run task <name>`: what is typed rarely, or only by other commands.
 * @type {Record<string, Task>}
 */
export const tasks = {
  audit: {
    about: 'checks production dependencies for known vulnerabilities',
    steps: ['npm audit --omit=dev --audit-level=high'],
  },
  'bench:batches': {
    about: 'measures a batch of a million links, or runs chaos, google, or upstash',
    steps: [build, run('tests/bench/batches/main.ts')],
  },
  'bench:built': {
    about: 'measures the existing build; --short only compares it with a peer',
    steps: [run('tests/bench/main.ts')],
  },
  'bench:watch': { about: 'measures rechecks of watched listings', steps: [run('tests/bench/watchlists/main.ts')] },
  'build:client': { about: 'builds the npm package in dist/client', steps: [run('scripts/client/main.ts')] },
  'build:python': {
    about: 'updates the generated modules of the Python client',
    steps: ['vitest run --project unit tests/unit/clients/python.test.ts --update'],
  },
  'dev:simulator': {
    about: 'runs the simulated Google, to use with npm start',
    steps: [run('tests/simulator/main.ts')],
  },
  'docs:rooms': {
    about: 'updates the module diagram in docs/contributing.md',
    steps: ['node scripts/rooms.mjs --write'],
  },
  'docs:settings': {
    about: 'updates docs/settings.md',
    steps: ['vitest run --project unit tests/unit/docs/settings.test.ts --update'],
  },
  fonts: { about: 'writes the subsets of the fonts in app/fonts', steps: ['node scripts/subset-fonts.mjs'] },
  icons: { about: 'draws the icons from app/icon.svg', steps: ['node scripts/draw-icons.mjs'] },
  lighthouse: { about: 'measures pages with Lighthouse', steps: [build, run('tests/lighthouse/main.ts')] },
  'lint:code': {
    about: 'checks format, code, imports, Lua, Python types, unused files, and the OpenAPI document',
    steps: [
      'node scripts/tools.mjs biome ci .',
      'node scripts/rooms.mjs',
      'node scripts/lint-lua.mjs',
      'node scripts/tools.mjs pyright --project clients/python',
      'node scripts/tools.mjs knip',
      'npm run task lint:openapi',
    ],
  },
  'lint:openapi': {
    about: 'writes dist/openapi.json and checks it against redocly.yaml',
    steps: [run('scripts/openapi/write.ts'), 'node scripts/tools.mjs redocly lint dist/openapi.json'],
  },
  'lint:prose': {
    about: 'checks texts, comments, and test names; --sample 40 prints some instead',
    steps: [run('scripts/prose/main.ts')],
  },
  longtasks: { about: 'lists long tasks in the browser', steps: [build, run('tests/lighthouse/long-tasks.ts')] },
  'openapi:compare': {
    about: 'fails if the OpenAPI document breaks programs written for its snapshot',
    steps: ['npm run task lint:openapi', 'node scripts/openapi/compare.mjs'],
  },
  'openapi:snapshot': {
    about: 'writes the snapshot for openapi:compare, at a release',
    steps: [`${run('scripts/openapi/write.ts')} tests/contract/v1.json`],
  },
  pictures: {
    about: 'takes the pictures for the README from the existing build',
    steps: ['env README_PICTURES=1 playwright test --project pictures'],
  },
  'runtime-files': {
    about: 'copies the files that a server needs to an empty folder',
    steps: ['node scripts/runtime-files.mjs'],
  },
  'simulate:cluster': {
    about: 'measures calls and accounts on one Redis server and on a Redis Cluster, and checks that every quota holds',
    steps: [build, `${run('tests/cluster/main.ts')} redis`, `${run('tests/cluster/main.ts')} cluster`],
  },
  'store:fixture': {
    about: "writes a copy of this release's store for the upgrade tests",
    steps: [build, run('tests/deploy/stores/main.ts')],
  },
  'test:attack': { about: 'attacks a server', steps: [build, 'vitest run --project attack'] },
  'test:clients': {
    about: 'tests all third-party clients, and compares 10,000 random calls with the OpenAPI document',
    steps: [build, 'vitest run --project fuzz tests/fuzz/entrances', 'vitest run --project clients'],
  },
  'test:soak': { about: 'puts a server under load for an hour', steps: [build, run('tests/soak/main.ts')] },
  'trace:call': {
    about: 'lists the files that calls cross, and counts the functions that they enter',
    steps: [build, run('tests/trace/main.ts')],
  },
}
